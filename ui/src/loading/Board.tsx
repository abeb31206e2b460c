/**
 * Servers × clients as a treegrid. Rows are virtual; the grid keeps the focus
 * and points at the active row or cell.
 */
import { useTable, type SortingState } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useId, useMemo, useRef, useState, type CSSProperties } from "react";
import type { SwitchClient, SwitchOption } from "../wire/generated";
import type { BoardLine, ServerLine } from "../lib/board";
import type { StagedChange } from "../lib/staged";
import { rem } from "../lib/rem";
import { useGridKeys } from "../lib/useGridKeys";
import { features } from "../lib/treeFeatures";
import { columnsFor } from "./columns";
import { BoardHead } from "./BoardHead";
import { BoardRow } from "./BoardRow";
import "./board.css";

type Props = {
  /** Rows that the filter leaves. */
  lines: readonly ServerLine[];
  clients: readonly SwitchClient[];
  changes: ReadonlyMap<string, StagedChange>;
  /** Opens all servers, so that what a filter finds is seen. */
  openAll: boolean;
  /** Row id of the selection. */
  selected: string | null;
  /** What the numbers count. */
  unit: string;
  onSelect: (id: string) => void;
  /** The client whose cell is active; -1: none, the row as a whole. */
  onColumn: (column: number) => void;
  onPick: (line: BoardLine, column: number, option: SwitchOption) => void;
  /** Space: to the next state; answers the column it did that in, or -1. */
  onNext: (line: BoardLine, column: number) => number;
  onMode: (client: SwitchClient, value: string) => void;
  /** Enter: look closer. */
  onOpen: () => void;
  /** Mod+Enter: the server's own view. */
  onServer: (line: BoardLine) => void;
};

/** Height of a row, and of one with a second line, rem; as in the style sheet. */
const ROW = 1.75;
const TWO_LINES = 2.75;
/** Height of the head, px; as in the style sheet. */
const HEAD = 120;
/** Columns before the clients. */
const FIRST = 2;

export function Board(props: Props) {
  const { lines, clients, openAll, selected, onSelect, onColumn } = props;
  const [expanded, setExpanded] = useState<Record<string, boolean>>({});
  const [sorting, setSorting] = useState<SortingState>([{ id: "tokens", desc: true }]);
  const columns = useMemo(() => columnsFor(clients.map(({ id }) => id)), [clients]);
  const data = useMemo<BoardLine[]>(() => [...lines], [lines]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (line) => line.id,
    getSubRows: (line) => (line.kind === "server" ? line.tools : undefined),
    state: { expanded: openAll ? true : expanded, sorting },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
  });
  const shown = table.getRowModel().rows;
  const scroller = useRef<HTMLDivElement>(null);
  const base = useId();
  const rowHeight = rem(ROW);
  // Another function for other rows, since heights are worked out anew only then.
  const keyAt = useCallback((at: number) => shown[at]?.id ?? at, [shown]);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyAt,
    estimateSize: (at) => {
      const line = shown[at]?.original;
      return line?.kind === "server" && line.twin !== null ? rem(TWO_LINES) : rowHeight;
    },
    scrollPaddingEnd: HEAD,
    overscan: 8,
  });

  const index = shown.findIndex((row) => row.id === selected);
  const toggle = (id: string, open: boolean) => setExpanded((all) => ({ ...all, [id]: open }));
  const keys = useGridKeys({
    count: shown.length,
    columns: FIRST + clients.length,
    at: index,
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? rowHeight) - HEAD) / rowHeight) - 1),
    name: (at) => shown[at]?.original.name ?? "",
    level: (at) => shown[at]?.depth ?? 0,
    open: (at) => {
      const line = shown[at]?.original;
      if (line?.kind !== "server" || line.tools.length === 0) return null;
      return openAll || (expanded[line.id] ?? false);
    },
    onOpen: (at, open) => {
      const row = shown[at];
      if (row !== undefined) toggle(row.id, open);
    },
    onMove: (at) => {
      const row = shown[at];
      if (row !== undefined) onSelect(row.id);
      virtual.scrollToIndex(at);
    },
    onEnter: (at, mod) => {
      const line = shown[at]?.original;
      if (line === undefined) return;
      if (mod) props.onServer(line);
      else props.onOpen();
    },
    onSpace: (at, cell) => {
      const line = shown[at]?.original;
      if (line === undefined) return;
      const column = props.onNext(line, cell - FIRST);
      if (column >= 0) keys.setCell(column + FIRST);
    },
  });
  const cell = keys.cell;
  useEffect(() => onColumn(cell - FIRST), [cell, onColumn]);

  return (
    <div
      role="treegrid"
      aria-label="Servers and clients"
      aria-rowcount={shown.length + 1}
      aria-colcount={FIRST + clients.length}
      aria-activedescendant={index < 0 ? undefined : cell < 0 ? `${base}${index}` : `${base}${index}-${cell}`}
      className="grid board"
      style={{ "--clients": clients.length } as CSSProperties}
      tabIndex={0}
      ref={scroller}
      onKeyDown={keys.onKeyDown}
    >
      <BoardHead headers={table.getHeaderGroups()[0]?.headers ?? []} clients={clients} unit={props.unit} onMode={props.onMode} />
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = shown[item.index];
          if (row === undefined) return null;
          const line = row.original;
          const opens = line.kind === "server" && line.tools.length > 0;
          return (
            <BoardRow
              key={row.id}
              line={line}
              clients={clients}
              changes={props.changes}
              place={{
                domId: `${base}${item.index}`,
                index: item.index,
                top: item.start,
                open: opens ? openAll || (expanded[row.id] ?? false) : null,
                selected: row.id === selected,
                activeCell: row.id === selected ? cell : -1,
                onToggle: (value) => toggle(row.id, value),
              }}
              onSelect={(column) => {
                onSelect(row.id);
                keys.setCell(column);
                scroller.current?.focus({ preventScroll: true });
              }}
              onPick={(column, option) => {
                props.onPick(line, column, option);
                onSelect(row.id);
                keys.setCell(column + FIRST);
                scroller.current?.focus({ preventScroll: true });
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
