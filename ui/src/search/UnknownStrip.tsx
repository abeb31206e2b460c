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
  const least = search === null ? "" : ` Searched: ≥ ${plural(search.searchable, "tool")}.`;
  return (
    <Strip tone="warn">
      <span className="selectable">
        No tools are known of {visible(unknown.map(({ name }) => name).join(", "))}, so none of theirs is found.{least}
      </span>
      <button type="button" className="button" onClick={() => onConnect(unknown.map(({ key }) => key))}>
        Connect…
      </button>
    </Strip>
  );
}
