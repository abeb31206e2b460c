/** The rows of the switchboard: of the clients looked at, as filtered, and the one selected. */
import { useMemo, useState } from "react";
import type { Audit, ClientAudit, SwitchClient, Switchboard } from "../wire/generated";
import { boardLines, filterLines, type BoardLine, type ServerLine } from "../lib/board";
import { identify } from "../lib/identity";

type Given = {
  audit: Audit;
  /** Null: not there yet. */
  board: Switchboard | null;
  /** The clients looked at. */
  clients: readonly ClientAudit[];
  filter: string;
  changedOnly: boolean;
};

export type BoardLines = {
  /** The clients shown, one column each. */
  columns: SwitchClient[];
  /** Every row, and those that the filter leaves. */
  lines: ServerLine[];
  filtered: ServerLine[];
  /** The row selected; null: none. */
  line: BoardLine | null;
  /** Its id, and selecting another. */
  selected: string | null;
  select: (id: string) => void;
  /** The server of a row, to open it; null: it cannot be. */
  keyOf: (line: BoardLine) => string | null;
};

export function useBoardLines({ audit, board, clients, filter, changedOnly }: Given): BoardLines {
  const [selected, select] = useState<string | null>(null);
  const columns = useMemo(() => {
    const shown = clients.map(({ id }) => id);
    return (board?.clients ?? []).filter(({ id }) => shown.includes(id));
  }, [board, clients]);
  const lines = useMemo(() => {
    if (board === null) return [];
    return boardLines(board, columns.map(({ id }) => id), identify(audit.clients, board));
  }, [audit, board, columns]);
  const filtered = useMemo(() => filterLines(lines, filter, changedOnly), [lines, filter, changedOnly]);
  const line = useMemo<BoardLine | null>(
    () => lines.flatMap<BoardLine>((one) => [one, ...one.tools]).find(({ id }) => id === selected) ?? null,
    [lines, selected],
  );
  const keyOf = (row: BoardLine) => (row.kind === "server" ? row : lines.find(({ id }) => id === row.server))?.key ?? null;
  return { columns, lines, filtered, line, selected, select, keyOf };
}
