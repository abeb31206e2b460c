/** One row of the switchboard: a server or one of its tools. */
import type { SwitchClient, SwitchOption } from "../wire/generated";
import { asStaged, switchAt, type BoardLine } from "../lib/board";
import { count } from "../lib/format";
import type { StagedChange } from "../lib/staged";
import { cellOf, GridRow, type RowPlace } from "../parts/GridRow";
import { BoardCell } from "./BoardCell";

type Props = {
  line: BoardLine;
  clients: readonly SwitchClient[];
  changes: ReadonlyMap<string, StagedChange>;
  place: RowPlace;
  /** With the column clicked; -1: the row. */
  onSelect: (column: number) => void;
  /** An option of a client, counted from the first. */
  onPick: (column: number, option: SwitchOption) => void;
};

export function BoardRow(props: Props) {
  const { line, clients, changes, place } = props;
  const server = line.kind === "server";
  const cell = (column: number, name: string) => cellOf(place, column, name);
  return (
    <GridRow
      server={server}
      name={line.name}
      tools={server ? line.tools.length : 0}
      below={server && line.twin !== null ? { short: line.twin.short, whole: line.twin.which } : null}
      columns="board-grid"
      place={place}
      onSelect={() => props.onSelect(-1)}
    >
      <div {...cell(1, "board-tokens selectable")}>{line.tokens === null ? "?" : count(line.tokens)}</div>
      {clients.map((client, column) => {
        const here = switchAt(line, column);
        const entry = server ? (line.cells[column] ?? null) : null;
        return (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys are on the grid, which has the focus
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
    </GridRow>
  );
}
