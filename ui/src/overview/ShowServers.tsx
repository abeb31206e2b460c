/** The first few of some servers by name; each leads to its row. */
import type { ServerRow } from "../lib/catalogue";
import { plural } from "../lib/format";
import { visible } from "../lib/visible";

type Props = { rows: readonly ServerRow[]; onSelect: (id: string) => void };

/** How many are named. */
const NAMED = 3;

export function ShowServers({ rows, onSelect }: Props) {
  return (
    <>
      {rows.slice(0, NAMED).map((row) => (
        <span key={row.id}>
          <button type="button" className="link" onClick={() => onSelect(row.id)}>
            Show {visible(row.name)}
          </button>{" "}
        </span>
      ))}
      {rows.length > NAMED && `and ${plural(rows.length - NAMED, "more server")}.`}
    </>
  );
}
