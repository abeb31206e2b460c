/**
 * Servers and tools as a treegrid: the primary, accessible form of the Overview.
 * Rows are virtual; the grid keeps the focus and points at the active row.
 */
import { useTable, type SortingState } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { ServerActs } from "../lib/acts";
import type { Row, ServerRow } from "../lib/catalogue";
import { rem } from "../lib/rem";
import { useGridKeys } from "../lib/useGridKeys";
import { features } from "../lib/treeFeatures";
import { columns, LOADING } from "./columns";
import { rowAct } from "./rowAct";
import { TreeHead } from "./TreeHead";
import { TreeRow } from "./TreeRow";
import "./table.css";

type Props = {
  /** Rows that the filter leaves. */
  rows: readonly ServerRow[];
  /** Opens all servers, so that what a filter finds is seen. */
  openAll: boolean;
  /** Whether rows keep their places although their weights change. */
  frozen: boolean;
  /** What "Standing" is a part of, tokens; null when several clients are shown. */
  whole: number | null;
  selected: string | null;
  acts: ServerActs;
  onSelect: (row: Row) => void;
  /** Enter: look closer. */
  onOpen: (row: Row) => void;
  /** Mod+Enter: the server's own view. */
  onServer: (server: string) => void;
  /** What each number counts. */
  tips: { tokens: string; standing: string };
};

/** Height of a row, in the root's text size. */
const ROW = 1.75;
const UNSORTED: SortingState = [];

/** Rows in the order of these ids; new ones last. */
function inOrder(rows: readonly ServerRow[], ids: readonly string[] | null): ServerRow[] {
  if (ids === null) return [...rows];
  const place = new Map(ids.map((id, index) => [id, index]));
  return [...rows].sort((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length));
}

export function TreeTable(props: Props) {
  const { rows, openAll, whole, selected, acts, onSelect, onOpen, onServer, tips } = props;
  const rowHeight = rem(ROW);
  const [expanded, setExpanded] = useState<Record<string, boolean>>({});
  const [sorting, setSorting] = useState<SortingState>([{ id: "tokens", desc: true }]);
  // Ids of the servers as they were shown when the freeze began; null: none.
  const [order, setOrder] = useState<string[] | null>(null);
  const data = useMemo<Row[]>(() => inOrder(rows, order), [rows, order]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => row.id,
    getSubRows: (row) => (row.kind === "server" ? row.tools : undefined),
    state: { expanded: openAll ? true : expanded, sorting: order === null ? sorting : UNSORTED },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
  });
  const shown = table.getRowModel().rows;
  if (props.frozen !== (order !== null)) {
    setOrder(props.frozen ? shown.filter(({ depth }) => depth === 0).map(({ id }) => id) : null);
  }
  const heaviest = useMemo(() => Math.max(1, ...rows.map((row) => row.tokens)), [rows]);

  const scroller = useRef<HTMLDivElement>(null);
  const base = useId();
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The head stays in place above the rows.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 8,
  });

  const index = shown.findIndex((row) => row.id === selected);
  const toggle = (id: string, open: boolean) => setExpanded((all) => ({ ...all, [id]: open }));
  const keys = useGridKeys({
    count: shown.length,
    columns: columns.length,
    at: index,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2),
    name: (at) => shown[at]?.original.name ?? "",
    level: (at) => shown[at]?.depth ?? 0,
    open: (at) => {
      const row = shown[at]?.original;
      if (row?.kind !== "server" || row.tools.length === 0) return null;
      return openAll || (expanded[row.id] ?? false);
    },
    onOpen: (at, open) => {
      const row = shown[at];
      if (row !== undefined) toggle(row.id, open);
    },
    onMove: (at) => {
      const row = shown[at]?.original;
      if (row !== undefined) onSelect(row);
    },
    onEnter: (at, mod, cell) => {
      const row = shown[at]?.original;
      if (row === undefined) return;
      const act = cell === LOADING ? rowAct(row, acts) : null;
      if (act !== null) act.run();
      else if (mod) onServer(row.kind === "server" ? row.id : row.server);
      else onOpen(row);
    },
  });

  // A selection made in the treemap opens its server, so that its row exists.
  useEffect(() => {
    if (selected === null) return;
    const parent = rows.find((row) => row.tools.some((tool) => tool.id === selected));
    if (parent !== undefined) setExpanded((all) => (all[parent.id] ? all : { ...all, [parent.id]: true }));
  }, [selected, rows]);
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index);
    // Only when the selection moves: the user may scroll away from it.
  }, [selected, index, virtual]);

  const cell = keys.cell;
  return (
    <div
      role="treegrid"
      aria-label="Servers and tools"
      aria-rowcount={shown.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={index < 0 ? undefined : cell < 0 ? `${base}${index}` : `${base}${index}-${cell}`}
      className="grid tree-table"
      tabIndex={0}
      ref={scroller}
      onKeyDown={keys.onKeyDown}
    >
      <TreeHead headers={table.getHeaderGroups()[0]?.headers ?? []} whole={whole !== null} tips={tips} />
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = shown[item.index];
          if (row === undefined) return null;
          const open = row.original.kind === "server" && row.original.tools.length > 0;
          return (
            <TreeRow
              key={row.id}
              row={row.original}
              place={{
                domId: `${base}${item.index}`,
                index: item.index,
                top: item.start - rowHeight,
                open: open ? openAll || (expanded[row.id] ?? false) : null,
                selected: row.id === selected,
                activeCell: row.id === selected ? cell : -1,
                onToggle: (value) => toggle(row.id, value),
              }}
              whole={whole}
              heaviest={heaviest}
              acts={acts}
              onSelect={() => onSelect(row.original)}
              onServer={() => onServer(row.original.kind === "server" ? row.id : row.original.server)}
            />
          );
        })}
      </div>
    </div>
  );
}
