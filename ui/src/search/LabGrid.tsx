/** A grid of virtual rows with the keys of a grid; it keeps the focus and points at the active row. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useGridKeys } from "../lib/useGridKeys";

/** Where a row stands; spread on its element. */
export type RowPlace = {
  role: "row";
  id: string;
  "aria-rowindex": number;
  "aria-selected": boolean;
  className: string;
  style: { transform: string; height: number };
};

type Props = {
  label: string;
  /** Names the grid for `focusGrid`. */
  name: string;
  columns: number;
  count: number;
  /** Height of a row, px. */
  rowHeight: number;
  /** The active row; -1: none yet. */
  at: number;
  /** The column heads: cells of one row. */
  head?: ReactNode;
  className: string;
  nameOf: (at: number) => string;
  onMove: (at: number) => void;
  onEnter: (at: number, mod: boolean) => void;
  /** Keys of the grid's own, before all others; answers whether it took the key. */
  onKey?: (key: string, at: number) => boolean;
  row: (at: number, place: RowPlace) => ReactNode;
};

export function LabGrid(props: Props) {
  const { count, at, rowHeight, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const base = useId();
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const keys = useGridKeys({
    count,
    columns: props.columns,
    at,
    // Measured when a key asks for it: measuring while rendering would lay out the page on every answer.
    get page() {
      return Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    },
    name: props.nameOf,
    level: () => 0,
    open: () => null,
    onOpen: () => undefined,
    onMove: props.onMove,
    onEnter: props.onEnter,
  });
  useEffect(() => {
    if (at >= 0 && at < count) virtual.scrollToIndex(at);
  }, [at, count, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (plain && event.target === event.currentTarget && props.onKey?.(event.key, at) === true) {
      event.preventDefault();
      return;
    }
    keys.onKeyDown(event);
  };
  const first = props.head === undefined ? 1 : 2;
  return (
    <div
      ref={scroller}
      role="grid"
      className={`lab-table ${className}`}
      data-grid={props.name}
      aria-label={props.label}
      aria-rowcount={count + first - 1}
      aria-activedescendant={at < 0 || at >= count ? undefined : `${base}${at}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {props.head !== undefined && (
        <div role="rowgroup" className="lab-head">
          <div role="row" aria-rowindex={1} className="lab-row caption">
            {props.head}
          </div>
        </div>
      )}
      <div role="rowgroup" className="lab-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) =>
          props.row(item.index, {
            role: "row",
            id: `${base}${item.index}`,
            "aria-rowindex": item.index + first,
            "aria-selected": item.index === at,
            className: item.index === at ? "lab-row lab-line selected" : "lab-row lab-line",
            style: { transform: `translateY(${item.start}px)`, height: rowHeight },
          }),
        )}
      </div>
    </div>
  );
}
