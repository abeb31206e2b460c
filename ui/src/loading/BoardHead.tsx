/** The head row: names, sort order, and each client's own state and mode. */
import type { Header } from "@tanstack/react-table";
import type { SwitchClient } from "../wire/generated";
import type { BoardLine } from "../lib/board";
import { Tip } from "../parts/Tip";
import { ClientHead } from "./ClientHead";
import type { features } from "../lib/treeFeatures";

type Props = {
  headers: readonly Header<typeof features, BoardLine>[];
  clients: readonly SwitchClient[];
  /** What the numbers count. */
  unit: string;
  onMode: (client: SwitchClient, value: string) => void;
};

const MEANING: Readonly<Record<string, string>> = {
  name: "Servers as named in configurations, and their tools as the server names them.",
  tokens: "The definitions as the first client that has the server sends them.",
};

export function BoardHead({ headers, clients, unit, onMode }: Props) {
  return (
    <div role="rowgroup" className="grid-head board-head">
      <div role="row" aria-rowindex={1} className="board-grid">
        {headers.map((header) => {
          const sorted = header.column.getIsSorted();
          const client = clients.find(({ id }) => id === header.id);
          const sort = header.column.getToggleSortingHandler();
          const arrow = sorted === "asc" ? " ▴" : sorted === "desc" ? " ▾" : "";
          return (
            <div
              key={header.id}
              role="columnheader"
              aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
              className={client === undefined ? `board-head-${header.id}` : "client-head"}
            >
              {client === undefined ? (
                <Tip text={`${MEANING[header.id] ?? ""}${header.id === "tokens" ? `\n${unit}` : ""}`}>
                  <button type="button" className="head-button caption" onClick={sort}>
                    {header.column.columnDef.header as string}
                    <span aria-hidden="true">{arrow}</span>
                  </button>
                </Tip>
              ) : (
                <ClientHead client={client} arrow={arrow} unit={unit} onSort={sort} onMode={(value) => onMode(client, value)} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
