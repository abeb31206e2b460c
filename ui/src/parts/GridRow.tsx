/** A row of a virtual treegrid: a server or one of its tools, its name first. The grid has the focus and the keys. */
import type { ReactNode } from "react";
import { plural } from "../lib/format";
import { visible } from "../lib/visible";
import "./grid.css";

/** Where a row stands in its grid, and how. */
export type RowPlace = {
  domId: string;
  /** Position among the rows shown, from 0, and its place, px. */
  index: number;
  top: number;
  /** Whether it is open; null: it has nothing to open. */
  open: boolean | null;
  selected: boolean;
  /** The active column; -1: the whole row. */
  activeCell: number;
  onToggle: (open: boolean) => void;
};

type Props = {
  /** A server's row, or the row of a tool of one. */
  server: boolean;
  name: string;
  /** How many tools a server has. */
  tools: number;
  /** A second line, which tells it from others of its name. */
  below?: { short: string; whole: string } | null;
  /** Says how wide the columns are. */
  columns: string;
  place: RowPlace;
  onSelect: () => void;
  onDoubleClick?: () => void;
  /** The cells behind the name. */
  children: ReactNode;
};

/** What every cell behind the name has. */
export function cellOf({ domId, activeCell }: RowPlace, column: number, name: string) {
  return {
    role: "gridcell",
    id: `${domId}-${column}`,
    className: `${name}${activeCell === column ? " active-cell" : ""}`,
  };
}

export function GridRow(props: Props) {
  const { server, name, tools, place, below = null } = props;
  const { domId, index, top, open, selected, activeCell, onToggle } = place;
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are on the grid, which has the focus
    <div
      role="row"
      id={domId}
      aria-level={server ? 1 : 2}
      aria-rowindex={index + 2}
      aria-expanded={open ?? undefined}
      aria-selected={selected}
      className={`grid-row ${props.columns}${selected ? " selected" : ""}${activeCell < 0 ? " whole" : ""}${below === null ? "" : " two-lines"}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={props.onSelect}
      onDoubleClick={props.onDoubleClick}
    >
      <div {...cellOf(place, 0, "cell-name")}>
        {open !== null && (
          <span
            className={open ? "twisty open" : "twisty"}
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation();
              onToggle(!open);
            }}
          />
        )}
        <span className={server ? "row-name strong selectable" : "row-name tool-name selectable"}>{visible(name)}</span>
        {server && tools > 0 && <span className="caption">{plural(tools, "tool")}</span>}
        {below !== null && (
          <span className="row-below caption selectable" title={visible(below.whole)}>
            {visible(below.short)}
          </span>
        )}
      </div>
      {props.children}
    </div>
  );
}
