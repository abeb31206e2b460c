/** No server in the clients looked at: where Plimsoll looked, and looking again. */
import type { ClientAudit } from "../wire/generated";
import { clientName } from "../lib/clients";
import { Empty } from "../parts/Empty";
import { FileSeenLine } from "../parts/FileSeenLine";

type Props = { clients: readonly ClientAudit[]; onRead: () => void };

export function NoServers({ clients, onRead }: Props) {
  const names = clients.map((client) => clientName(client.id)).join(", ");
  return (
    <Empty title={`No servers in ${names === "" ? "any client" : names}.`}>
      <button type="button" className="button" onClick={onRead}>
        Read configurations again
      </button>
      <p>Looked in:</p>
      <ul className="looked-in">
        {clients
          .flatMap(({ id, files }) => files.map((file) => ({ id, file })))
          .map(({ id, file }) => (
            <FileSeenLine key={`${id} ${file.path}`} file={file} />
          ))}
      </ul>
    </Empty>
  );
}
