/** Servers whose tools are not known, so that what is found is not all there is. */
import type { ClientAudit } from "../wire/generated";
import { plural } from "../lib/format";
import { unknownServers } from "../lib/lab";
import { visible } from "../lib/visible";
import { Strip } from "../parts/Strip";
import { useSearching, type Searching } from "./searching";

type Props = {
  clients: readonly ClientAudit[];
  client: string;
  searching: Searching;
  onConnect: (keys: string[]) => void;
};

export function UnknownStrip({ clients, client, searching, onConnect }: Props) {
  const searchable = useSearching(searching, ({ found }) => found?.searchable ?? 0);
  const unknown = unknownServers(clients, client);
  if (unknown.length === 0) return null;
  const least = searchable === 0 ? "" : ` Searched: ≥ ${plural(searchable, "tool")}.`;
  const names = visible(unknown.map(({ name }) => name).join(", "));
  return (
    <Strip tone="warn">
      <span className="selectable lab-said" title={names}>
        Left out, no tools known: {names}.{least}
      </span>
      <button type="button" className="button" onClick={() => onConnect(unknown.map(({ key }) => key))}>
        Connect…
      </button>
    </Strip>
  );
}
