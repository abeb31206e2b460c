/** Why the switchboard has no rows. */
import { clientName } from "../lib/clients";
import { Empty } from "../parts/Empty";

type Props = {
  /** Whether there was an answer. */
  read: boolean;
  /** Whether reading failed: the strip above says why. */
  failed: boolean;
  /** Servers there are, shown or not. */
  servers: number;
  /** The clients looked at, by id. */
  clients: readonly string[];
  changedOnly: boolean;
};

export function NothingToShow({ read, failed, servers, clients, changedOnly }: Props) {
  if (!read) return failed ? null : <p className="waiting dim">Reading what loads where…</p>;
  if (servers > 0) {
    return <Empty title={changedOnly ? "Nothing is changed by what is staged." : "No server or tool matches the filter."} />;
  }
  return (
    <Empty title={`No servers in ${clients.map(clientName).join(", ")}.`}>
      <p>Add one to a client’s configuration, then read again.</p>
    </Empty>
  );
}
