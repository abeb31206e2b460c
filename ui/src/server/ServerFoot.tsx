/** Where the server is configured, and everything about it for a bug report. */
import type { ServerDetail } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import { diagnostics } from "../lib/log";
import { stateWord } from "../lib/tiles";
import { CopyButton } from "../parts/CopyButton";
import { FileLink } from "../parts/FileLink";

type Props = {
  row: ServerRow;
  /** Null while it is read. */
  detail: ServerDetail | null;
};

export function ServerFoot({ row, detail }: Props) {
  return (
    <footer className="server-foot">
      <span className="caption server-places">
        Configured in:{" "}
        {row.entries.map(({ client, entry }, index) => (
          <span key={`${client.id} ${entry.file} ${entry.line}`}>
            {index > 0 && ", "}
            {clientName(client.id)} ({entry.scope}) <FileLink file={entry.file} line={entry.line} />
          </span>
        ))}
      </span>
      {detail !== null && <CopyButton label="Copy diagnostics" quiet text={() => diagnostics(detail, stateWord(row))} />}
      <CopyButton
        label="Copy as JSON"
        quiet
        text={() => JSON.stringify(row.entries.map(({ client, entry }) => ({ client: client.id, ...entry })), null, 2)}
      />
    </footer>
  );
}
