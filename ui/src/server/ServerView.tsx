/** One server: its tools, instructions, configuration, log and history. */
import { useMemo } from "react";
import type { ClientAudit } from "../wire/generated";
import type { ServerActs } from "../lib/acts";
import { serverRows } from "../lib/catalogue";
import type { Base } from "../lib/explain";
import { Empty } from "../parts/Empty";
import { ServerFoot } from "./ServerFoot";
import { ServerHead } from "./ServerHead";
import { ServerList } from "./ServerList";
import { ServerStrip } from "./ServerStrip";
import { ServerTabs } from "./ServerTabs";
import { useServerDetail } from "./useServerDetail";
import "./server.css";

type Props = {
  base: Base;
  clients: readonly ClientAudit[];
  /** Row id; null: the first. */
  server: string | null;
  projects: string[];
  /** Words that tools must hold to be listed. */
  filter: string;
  acts: ServerActs;
  onServer: (server: string) => void;
  onOverview: () => void;
  onClearFilter: () => void;
  onRead: () => void;
};

export function ServerView(props: Props) {
  const { base, clients, server, projects, acts } = props;
  const rows = useMemo(() => serverRows(clients).filter((row) => !row.shadowed), [clients]);
  const row = rows.find(({ id }) => id === server) ?? rows[0];
  const key = row?.key ?? null;
  const busy = key !== null && acts.connecting.has(key);
  const found = useServerDetail(key, projects, `${base.readAt} ${busy}`);
  if (row === undefined) {
    return (
      <main className="server-main" data-pane aria-label="Server">
        <Empty title="No configuration of the clients looked at defines a server.">
          <button type="button" className="button" onClick={props.onRead}>
            Read configurations again
          </button>
        </Empty>
      </main>
    );
  }
  const detail = found?.detail ?? null;
  const failed = row.entries.find(({ entry }) => entry.problem !== null)?.entry.problem ?? null;
  return (
    <div className="server-view">
      <ServerList rows={rows} current={row.id} connecting={acts.connecting} onServer={props.onServer} />
      <main className="server-main" data-pane aria-label={`Server ${row.name}`}>
        <ServerHead row={row} detail={detail} base={base} acts={acts} onOverview={props.onOverview} />
        <ServerStrip row={row} problem={busy ? null : (detail?.problem ?? failed)} acts={acts} />
        <ServerTabs
          row={row}
          detail={detail}
          problem={found?.problem ?? null}
          projects={projects}
          base={base}
          filter={props.filter}
          acts={acts}
          onClearFilter={props.onClearFilter}
        />
        <ServerFoot row={row} detail={detail} />
      </main>
    </div>
  );
}
