/** The view the user is in. */
import { useMemo } from "react";
import type { Audit, ClientAudit, Settings } from "../wire/generated";
import type { ServerActs } from "../lib/acts";
import type { Base } from "../lib/explain";
import { NO_FILTER, type Filter } from "../lib/filter";
import type { Place } from "../lib/places";
import { useStagedWork } from "../loading/StagedProvider";
import type { Runs } from "../loading/useRuns";
import { Overview } from "../overview/Overview";
import type { Lab } from "../search/useLab";
import { problemsOf } from "./looking";
import type { ConnectState } from "./useConnect";
import type { InspectorState } from "./useInspector";
import { useLater } from "./useLater";

type Props = {
  /** Null until the first answer. */
  audit: Audit | null;
  /** Whether the last reading of it failed. */
  failed: boolean;
  clients: readonly ClientAudit[];
  place: Place;
  go: (to: Partial<Place>) => void;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  selected: string | null;
  onSelect: (id: string) => void;
  /** Null until read. */
  settings: Settings | null;
  projects: string[];
  inspector: InspectorState;
  acts: ServerActs;
  /** While servers are connected nothing changes places. */
  frozen: boolean;
  onClient: (id: string) => void;
  onServer: (server: string) => void;
  /** The user says Claude Desktop's tool access mode. */
  onAccess: (access: string) => void;
  onRead: () => void;
  onConnect: (keys: string[]) => void;
  connect: ConnectState;
  /** Reads the files again. */
  onReload: () => void;
  onProject: (path: string) => void;
  runs: Runs;
  lab: Lab;
  /** How the lab's keys are written here. */
  labKeys: { addTask: string; runTasks: string };
};

export function Views(props: Props) {
  const { audit, clients, place, go, settings, inspector, acts } = props;
  const staged = useStagedWork();
  const later = useLater();
  const access = settings?.desktopToolAccess ?? "unknown";
  const base = useMemo<Base | null>(() => (audit === null ? null : { ...audit, access }), [audit, access]);
  if (audit === null || base === null) return <Waiting failed={props.failed} />;
  if (place.view === "overview") {
    return (
      <Overview
        base={base}
        clients={clients}
        filter={props.filter}
        zoom={place.zoom}
        selected={props.selected}
        modelWindow={settings?.modelWindow ?? null}
        projects={props.projects}
        inspector={inspector.open}
        overlay={inspector.overlay}
        frozen={props.frozen}
        acts={acts}
        Table={later?.TreeTable ?? null}
        onInspector={inspector.set}
        onFilter={props.onFilter}
        onZoom={(zoom) => go({ zoom })}
        onSelect={props.onSelect}
        onClient={props.onClient}
        onServer={props.onServer}
        onLoading={(server) => {
          props.onFilter({ ...NO_FILTER, text: server });
          go({ view: "loading" });
        }}
        onAccess={props.onAccess}
        onRead={props.onRead}
      />
    );
  }
  if (later === null) return <Waiting />;
  switch (place.view) {
    case "loading":
      return (
        <later.Loading
          key={props.projects.join()}
          audit={audit}
          clients={clients}
          filter={props.filter}
          project={props.projects[0] ?? ""}
          runs={props.runs}
          onReload={props.onReload}
          onProject={props.onProject}
          onServer={props.onServer}
          onConnect={props.onConnect}
        />
      );
    case "search":
      return (
        <later.SearchView
          lab={props.lab}
          audit={audit}
          clients={clients}
          projects={props.projects}
          inspector={inspector.open}
          onInspector={inspector.set}
          onServer={props.onServer}
          onConnect={props.onConnect}
          additions={{
            stage: (change) => {
              staged.dispatch(props.projects[0] ?? "", { type: "stage", changes: [change] });
              go({ view: "loading" });
            },
            drop: staged.dropAdditions,
          }}
          keys={props.labKeys}
        />
      );
    case "server":
      return (
        <later.ServerView
          base={base}
          clients={clients}
          server={place.server}
          projects={props.projects}
          filter={props.filter.text}
          acts={acts}
          onServer={props.onServer}
          onOverview={() => go({ view: "overview" })}
          onClearFilter={() => props.onFilter(NO_FILTER)}
          onRead={props.onRead}
        />
      );
    case "findings":
      return (
        <later.Findings
          problems={problemsOf(audit, clients)}
          filter={props.filter.text}
          silent={clients.reduce((sum, { answered }) => sum + answered.active - answered.listed, 0)}
          onFilter={(text) => props.onFilter({ ...props.filter, text })}
        />
      );
  }
}

function Waiting({ failed = false }: { failed?: boolean }) {
  return (
    <main className="waiting dim" data-pane aria-busy={!failed} aria-label={failed ? "Nothing read" : "Reading"}>
      {failed ? "Nothing could be read, so there is nothing to show. The line above says why." : "Reading configurations…"}
    </main>
  );
}
