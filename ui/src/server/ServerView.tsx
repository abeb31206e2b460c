/** One server: its tools, instructions, configuration, log and history. */
import { useMemo } from "react";
import type { Audit, ClientAudit } from "../wire/generated";
import { serverRows } from "../lib/catalogue";
import { Empty } from "../parts/Empty";
import { ServerHead } from "./ServerHead";
import { ServerList } from "./ServerList";
import { ServerTabs } from "./ServerTabs";
import { useServerDetail } from "./useServerDetail";
import "./server.css";

type Props = {
  audit: Audit;
  clients: readonly ClientAudit[];
  /** Row id; null: the first. */
  server: string | null;
  projects: string[];
  /** Keys that are being connected now. */
  connecting: ReadonlySet<string>;
  onServer: (server: string) => void;
  onOverview: () => void;
  /** Asks for consent to connect these keys. */
  onConnect: (keys: string[]) => void;
  onStop: (key: string) => void;
};

export function ServerView(props: Props) {
  const { audit, clients, server, projects, connecting, onConnect } = props;
  const rows = useMemo(() => serverRows(clients).filter((row) => !row.shadowed), [clients]);
  const row = rows.find(({ id }) => id === server) ?? rows[0];
  const key = row?.key ?? null;
  const busy = key !== null && connecting.has(key);
  const found = useServerDetail(key, projects, `${audit.readAt} ${busy}`);
  if (row === undefined) {
    return (
      <main className="server-main" data-pane aria-label="Server">
        <Empty title="No configuration defines a server." />
      </main>
    );
  }
  return (
    <div className="server-view">
      <ServerList rows={rows} current={row.id} connecting={connecting} onServer={props.onServer} />
      <main className="server-main" data-pane aria-label={`Server ${row.name}`}>
        <ServerHead
          row={row}
          detail={found?.detail ?? null}
          audit={audit}
          busy={busy}
          onOverview={props.onOverview}
          onConnect={() => {
            if (key !== null) onConnect([key]);
          }}
          onStop={() => {
            if (key !== null) props.onStop(key);
          }}
        />
        <ServerTabs
          row={row}
          detail={found?.detail ?? null}
          problem={found?.problem ?? null}
          projects={projects}
          audit={audit}
        />
      </main>
    </div>
  );
}
