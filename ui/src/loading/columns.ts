/** Columns of the switchboard: what they hold, how they sort. */
import { createColumnHelper } from "@tanstack/react-table";
import { type BoardLine, cellAt } from "../lib/board";
import type { features } from "../lib/treeFeatures";

const helper = createColumnHelper<typeof features, BoardLine>();

/** What a row pays in a client now: staged changes do not move rows. */
function standing(line: BoardLine, column: number): number | undefined {
  if (line.kind === "tool") return line.cells[column] == null ? undefined : line.tokens;
  return cellAt(line, column)?.standing;
}

/** Name, tokens, then one per client. */
export function columnsFor(clients: readonly string[]) {
  return helper.columns([
    helper.accessor("name", { id: "name", header: "Server", sortFn: "text" }),
    helper.accessor((line) => line.tokens ?? undefined, {
      id: "tokens",
      header: "Tokens",
      sortFn: "basic",
      sortUndefined: "last",
      sortDescFirst: true,
    }),
    ...clients.map((id, column) =>
      helper.accessor((line) => standing(line, column), {
        id,
        header: id,
        sortFn: "basic",
        sortUndefined: "last",
        sortDescFirst: true,
      }),
    ),
  ]);
}
