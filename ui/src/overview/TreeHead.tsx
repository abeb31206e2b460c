/** The head row: names, sort order, what the numbers count. */
import type { Header } from "@tanstack/react-table";
import type { Row } from "../lib/catalogue";
import { Tip } from "../parts/Tip";
import type { features } from "../lib/treeFeatures";

type Props = {
  headers: readonly Header<typeof features, Row>[];
  /** Whether "Standing" can be given as a part of one client's. */
  whole: boolean;
  tips: { tokens: string; standing: string };
};

const MEANING: Readonly<Record<string, string>> = {
  name: "Servers as named in configurations, and their tools as the server names them.",
  loading: "How the tools load: from the start, after a search, or not at all. “12 of 24” counts tools.",
  clients: "Clients whose configuration defines the server.",
};

export function TreeHead({ headers, whole, tips }: Props) {
  const meaning = (id: string) =>
    id === "tokens" ? tips.tokens : id === "standing" ? tips.standing : (MEANING[id] ?? "");
  return (
    <div role="rowgroup" className="grid-head tree-head">
      <div role="row" aria-rowindex={1} className="tree-grid caption">
        {headers.map((header) => {
          const sorted = header.column.getIsSorted();
          return (
            <div
              key={header.id}
              role="columnheader"
              aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
              className={`cell-${header.id}`}
            >
              <Tip text={meaning(header.id)}>
                <button
                  type="button"
                  className="head-button caption"
                  onClick={header.column.getToggleSortingHandler()}
                >
                  {header.id === "standing" && whole ? "Standing, share" : (header.column.columnDef.header as string)}
                  <span aria-hidden="true">{sorted === "asc" ? " ▴" : sorted === "desc" ? " ▾" : ""}</span>
                </button>
              </Tip>
            </div>
          );
        })}
      </div>
    </div>
  );
}
