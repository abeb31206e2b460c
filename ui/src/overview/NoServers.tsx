/** No server in the clients looked at: where Plimsoll looked. */
import type { ClientAudit } from "../wire/generated";
import { clientName } from "../lib/clients";
import { shortPath } from "../lib/format";
import { Empty } from "../parts/Empty";

type Props = { clients: readonly ClientAudit[] };

export function NoServers({ clients }: Props) {
  const names = clients.map((client) => clientName(client.id)).join(", ");
  return (
    <Empty title={`No servers in ${names === "" ? "any client" : names}.`}>
      <p>Looked in:</p>
      <ul className="looked-in">
        {clients
          .flatMap((client) => client.files)
          .map((file) => (
            <li key={file.path} className="mono selectable">
              {shortPath(file.path)} <span className="caption">{file.found ? "found" : "not found"}</span>
            </li>
          ))}
      </ul>
    </Empty>
  );
}
