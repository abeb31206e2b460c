/** Why there is no tool of the server to show, and what can be done. */
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import { connectWords } from "../lib/connecting";
import { Empty } from "../parts/Empty";

type Props = { row: ServerRow; acts: ServerActs };

/** One sentence. */
function why(row: ServerRow, busy: boolean): string {
  if (busy) return "Its tools are being listed.";
  if (row.known) return "This server offers no tools.";
  switch (row.state) {
    case "failed":
      return "It did not answer, so its tools are not known.";
    case "needsApproval":
      return "Its client has not approved it yet, so its tools are not known.";
    case "off":
      return "It is off and was never listed, so its tools are not known.";
    case "notStarted":
    case "listed":
      return "It was not connected yet, so its tools are not known.";
  }
}

export function NoTools({ row, acts }: Props) {
  const { key } = row;
  const busy = key !== null && acts.connecting.has(key);
  // What failed is tried again in the strip above, which says why.
  const words = busy || row.known || row.state === "failed" ? null : connectWords(row);
  return (
    <Empty title={why(row, busy)}>
      {words !== null && key !== null && (
        <button type="button" className="button" title={words.hint} onClick={() => acts.connect([key])}>
          {words.label}
        </button>
      )}
    </Empty>
  );
}
