/** Servers whose tools are not known, so that what is found is not all there is. */
import type { ClientAudit, Search } from "../wire/generated";
import { plural } from "../lib/format";
import { unknownServers } from "../lib/lab";
import { visible } from "../lib/visible";
import { Strip } from "../parts/Strip";

type Props = {
  clients: readonly ClientAudit[];
  client: string;
  search: Search | null;
  onConnect: (keys: string[]) => void;
};

export function UnknownStrip({ clients, client, search, onConnect }: Props) {
  const unknown = unknownServers(clients, client);
  if (unknown.length === 0) return null;
  const least = search === null || search.searchable === 0 ? "" : ` Searched: ≥ ${plural(search.searchable, "tool")}.`;
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
