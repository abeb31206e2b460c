/** One row of the switchboard: a server or one of its tools. */
import type { SwitchClient, SwitchOption } from "../wire/generated";
import { asStaged, switchAt, type BoardLine } from "../lib/board";
import { count, plural } from "../lib/format";
import type { StagedChange } from "../lib/staged";
import { visible } from "../lib/visible";
import { BoardCell } from "./BoardCell";

type Props = {
  line: BoardLine;
  clients: readonly SwitchClient[];
  changes: ReadonlyMap<string, StagedChange>;
  domId: string;
  /** Position among the rows shown, from 0, and its place, px. */
  index: number;
  top: number;
  /** Whether it is open; null: it has nothing to open. */
  open: boolean | null;
  selected: boolean;
  /** The active column; -1: the whole row. */
  activeCell: number;
  /** With the column clicked; -1: the row. */
  onSelect: (column: number) => void;
  onToggle: (open: boolean) => void;
  /** An option of a client, counted from the first. */
  onPick: (column: number, option: SwitchOption) => void;
};

export function BoardRow(props: Props) {
  const { line, clients, changes, domId, index, top, open, selected, activeCell } = props;
  const server = line.kind === "server";
  const cell = (column: number, name: string) => ({
    role: "gridcell",
    id: `${domId}-${column}`,
    className: `${name}${activeCell === column ? " active-cell" : ""}`,
  });
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are on the grid, which has the focus
    <div
      role="row"
      id={domId}
      aria-level={server ? 1 : 2}
      aria-rowindex={index + 2}
      aria-expanded={open ?? undefined}
      aria-selected={selected}
      className={`board-grid board-row${selected ? " selected" : ""}${activeCell < 0 ? " whole" : ""}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => props.onSelect(-1)}
    >
      <div {...cell(0, "cell-name")}>
        {open !== null && (
          <span
            className={open ? "twisty open" : "twisty"}
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation();
              props.onToggle(!open);
            }}
          />
        )}
        <span className={server ? "row-name strong selectable" : "row-name tool-name selectable"}>{visible(line.name)}</span>
        {server && line.tools.length > 0 && <span className="caption">{plural(line.tools.length, "tool")}</span>}
      </div>
      <div {...cell(1, "board-tokens selectable")}>{line.tokens === null ? "?" : count(line.tokens)}</div>
      {clients.map((client, column) => {
        const here = switchAt(line, column);
        const entry = server ? (line.cells[column] ?? null) : null;
        return (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as above
          <div
            key={client.id}
            {...cell(column + 2, "board-cell")}
            onClick={(event) => {
              event.stopPropagation();
              props.onSelect(column + 2);
            }}
          >
            {here === null ? (
              <span className="dim" role="img" aria-label="not defined there">
                –
              </span>
            ) : (
              <BoardCell
                here={asStaged(here, changes)}
                entry={entry}
                client={client.id}
                name={line.name}
                changes={changes}
                onPick={(option) => props.onPick(column, option)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
