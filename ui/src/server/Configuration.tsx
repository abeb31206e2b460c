/** Where the server is configured, and what the handshake said about it. */
import type { ServerDetail } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import { commandLine } from "../lib/command";
import { shortPath } from "../lib/format";
import { CopyButton } from "../parts/CopyButton";
import { FileLink } from "../parts/FileLink";
import { ServerText } from "../parts/ServerText";
import { Facts } from "./Facts";

type Props = {
  row: ServerRow;
  /** Null while it is read. */
  detail: ServerDetail | null;
};

export function Configuration({ row, detail }: Props) {
  if (detail === null) {
    return (
      <ul className="prose">
        {row.entries.map(({ client, entry }) => (
          <li key={`${client.id} ${entry.file}`}>
            {clientName(client.id)}, {entry.scope} <FileLink file={entry.file} line={entry.line} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="prose">
      {detail.configured.map((entry) => (
        <section key={`${entry.client} ${entry.scope} ${entry.file} ${entry.line}`}>
          <h2>
            {clientName(entry.client)} <span className="caption">{entry.scope}</span>
          </h2>
          <p className="configured-at">
            <FileLink file={entry.file} line={entry.line} />
            <CopyButton label="Copy as JSON" quiet text={() => JSON.stringify(entry, null, 2)} />
          </p>
          {entry.because !== null && <p className="warn selectable">{entry.because}</p>}
          <div className="code mono">
            <ServerText text={commandLine(entry.command)} />
          </div>
          <Facts
            facts={[
              ["Directory", entry.directory === null ? null : shortPath(entry.directory)],
              ["Variables, values hidden", entry.variables.join(", ")],
              ["Headers, values hidden", entry.headers.join(", ")],
              ["Variables not set", entry.missingVariables.join(", ")],
            ]}
          />
        </section>
      ))}
      <section>
        <h2>Handshake</h2>
        <Facts
          facts={[
            ["Name", detail.serverName],
            ["Version", detail.serverVersion],
            ["Protocol", detail.protocol],
            ["Capabilities", detail.capabilities.join(", ")],
            ["Resources", detail.resources?.toString() ?? null],
            ["Prompts", detail.prompts?.toString() ?? null],
          ]}
        />
        {detail.protocol === null && <p className="dim">Not connected from here yet.</p>}
      </section>
    </div>
  );
}
