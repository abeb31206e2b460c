/** The first screen: which files there are, and that nothing starts unasked. */
import type { Audit } from "../wire/generated";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { FileSeenLine } from "../parts/FileSeenLine";
import { Mark } from "../parts/Mark";

type Props = {
  /** Where the clients' files are; null while looking. */
  audit: Audit | null;
  onBegin: () => void;
};

export function FirstRun({ audit, onBegin }: Props) {
  const clients = audit?.clients ?? [];
  const found = clients.flatMap(({ files }) => files).filter((file) => file.found);
  return (
    <main className="first-run" data-pane aria-label="First run">
      <div>
        <header>
          <Mark size={48} />
          <h1>What do your MCP servers cost before you type a word?</h1>
          <p className="dim">
            Plimsoll reads the configurations below and shows what each client loads. Reading starts
            nothing and changes nothing. Before a server is started you see its exact command.
          </p>
        </header>
        <p>
          <button type="button" className="button primary" disabled={audit === null} onClick={onBegin}>
            Read configurations
          </button>{" "}
          <span className="dim">
            {audit === null ? "Looking for files…" : `${plural(found.length, "file")} found`}
          </span>
        </p>
        {clients.map((client) => (
          <section key={`${client.id} ${client.project ?? ""}`}>
            <h2>
              {clientName(client.id)} <span className="caption">{client.version}</span>
            </h2>
            <ul className="file-list">
              {client.files.map((file) => (
                <FileSeenLine key={file.path} file={file} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  );
}
