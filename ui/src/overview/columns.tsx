/** Columns of the tree table: what they hold, how they sort. */
import { createColumnHelper } from "@tanstack/react-table";
import type { Row } from "../lib/catalogue";
import { clientShort } from "../lib/clients";
import { stateWord } from "../lib/tiles";
import type { features } from "../lib/treeFeatures";

const helper = createColumnHelper<typeof features, Row>();

/** Weight; undefined sorts last: not known is not light. */
function weighed(row: Row): number | undefined {
  return row.kind === "server" && row.tokens === 0 && !row.known ? undefined : row.tokens;
}

export const columns = helper.columns([
  helper.accessor("name", { id: "name", header: "Name", sortFn: "text" }),
  helper.accessor(weighed, { id: "tokens", header: "Tokens", sortFn: "basic", sortUndefined: "last" }),
  helper.accessor((row) => row.standing ?? undefined, {
    id: "standing",
    header: "Standing",
    sortFn: "basic",
    sortUndefined: "last",
  }),
  helper.accessor((row) => (row.kind === "server" ? stateWord(row) : row.loading), {
    id: "loading",
    header: "Loading",
    sortFn: "text",
  }),
  helper.accessor((row) => clientsOf(row).map(clientShort).join(" "), {
    id: "clients",
    header: "In",
    sortFn: "text",
  }),
]);

/** Place of the loading column, where a server that failed can be tried again. */
export const LOADING = 3;

/** Ids of the clients that have this row. */
export function clientsOf(row: Row): string[] {
  return row.kind === "server" ? row.clients : [...new Set(row.loaded.map((here) => here.client))];
}
