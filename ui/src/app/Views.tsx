/** The view the user is in. */
import type { Audit, ClientAudit } from "../wire/generated";
import type { Filter } from "../lib/filter";
import type { Place } from "../lib/places";
import { Findings } from "../findings/Findings";
import { Loading } from "../loading/Loading";
import { Overview } from "../overview/Overview";
import { SearchView } from "../search/SearchView";
import type { Lab } from "../search/useLab";
import { ServerView } from "../server/ServerView";
import type { ConnectState } from "./useConnect";

type Props = {
  /** Null until the first answer. */
  audit: Audit | null;
  clients: readonly ClientAudit[];
  place: Place;
  go: (to: Partial<Place>) => void;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  selected: string | null;
  onSelect: (id: string) => void;
  modelWindow: number | null;
  projects: string[];
  inspector: boolean;
  onInspector: (open: boolean) => void;
  onClient: (id: string) => void;
  onServer: (server: string) => void;
  onConnect: (keys: string[]) => void;
  connect: ConnectState;
  /** Reads the files again. */
  onReload: () => void;
  onProject: (path: string) => void;
  lab: Lab;
  /** How the lab's keys are written here. */
  labKeys: { addTask: string; runTasks: string };
};

export function Views(props: Props) {
  const { audit, clients, place, go, connect } = props;
  if (audit === null) {
    return (
      <main className="waiting dim" data-pane aria-busy="true" aria-label="Reading">
        Reading configurations…
      </main>
    );
  }
  switch (place.view) {
    case "overview":
      return (
        <Overview
          audit={audit}
          clients={clients}
          filter={props.filter}
          zoom={place.zoom}
          selected={props.selected}
          modelWindow={props.modelWindow}
          projects={props.projects}
          inspector={props.inspector}
          frozen={connect.running}
          onInspector={props.onInspector}
          onFilter={props.onFilter}
          onZoom={(zoom) => go({ zoom })}
          onSelect={props.onSelect}
          onClient={props.onClient}
          onServer={props.onServer}
          onConnect={props.onConnect}
        />
      );
    case "loading":
      return (
        <Loading
          key={props.projects.join()}
          audit={audit}
          clients={clients}
          filter={props.filter}
          project={props.projects[0] ?? ""}
          onReload={props.onReload}
          onProject={props.onProject}
          onServer={props.onServer}
          onConnect={props.onConnect}
        />
      );
    case "search":
      return (
        <SearchView
          lab={props.lab}
          audit={audit}
          clients={clients}
          projects={props.projects}
          inspector={props.inspector}
          onInspector={props.onInspector}
          onServer={props.onServer}
          onConnect={props.onConnect}
          onPlan={null}
          keys={props.labKeys}
        />
      );
    case "server":
      return (
        <ServerView
          audit={audit}
          clients={clients}
          server={place.server}
          projects={props.projects}
          connecting={
            new Set(
              connect.running
                ? connect.events
                    .filter(({ phase }) => ["queued", "starting", "listing"].includes(phase))
                    .map(({ key }) => key)
                : [],
            )
          }
          onServer={props.onServer}
          onOverview={() => go({ view: "overview" })}
          onConnect={props.onConnect}
          onStop={(key) => connect.cancel(key)}
        />
      );
    case "findings":
      return <Findings problems={audit.problems} />;
  }
}
