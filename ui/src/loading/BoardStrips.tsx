/** Lines about the switchboard's data: failed, partial, dropped by a client. */
import type { SwitchClient } from "../wire/generated";
import type { ServerLine } from "../lib/board";
import { clock, plural } from "../lib/format";
import type { LostWrite } from "../lib/writes";
import { CopyButton } from "../parts/CopyButton";
import { Strip } from "../parts/Strip";
import { LostWrites } from "./LostWrites";
import type { BoardState } from "./useSwitchboard";

type Props = {
  state: BoardState;
  /** The clients and rows shown. */
  columns: readonly SwitchClient[];
  lines: readonly ServerLine[];
  /** Writes that clients have dropped. */
  lost: readonly LostWrite[];
  /** When the files were read. */
  readAt: string;
  /** Asks for consent to connect these keys. */
  onConnect: (keys: string[]) => void;
  /** Shows what would make a dropped write once more. */
  onLost: (id: string) => void;
};

export function BoardStrips({ state: { board, problem, reload }, columns, lines, lost, readAt, onConnect, onLost }: Props) {
  const partial = columns.some(({ standing }) => standing.lowerBound);
  const waiting = unknown(lines);
  return (
    <>
      {problem !== null && (
        <Strip tone="danger">
          <span className="selectable">
            {problem.message} {problem.hint}
            {board !== null && ` Shown: from ${clock(readAt)}.`}
          </span>
          <button type="button" className="button" onClick={reload}>
            Read again
          </button>
          <CopyButton label="Copy details" quiet text={() => JSON.stringify(problem, null, 2)} />
        </Strip>
      )}
      {partial && (
        <Strip tone="warn">
          {waiting.length > 0 && `The tools of ${plural(waiting.length, "server")} are not known. `}Totals are a lower bound.
          {waiting.length > 0 && (
            <button type="button" className="button" onClick={() => onConnect(waiting)}>
              Connect…
            </button>
          )}
        </Strip>
      )}
      <LostWrites lost={lost} onLook={onLost} />
    </>
  );
}

/** Keys of servers whose weight is not known, though some client would load them. */
function unknown(lines: readonly ServerLine[]): string[] {
  const missing = lines.filter(({ tokens, cells }) => tokens === null && cells.some((cell) => cell !== null && cell.current !== "off"));
  return [...new Set(missing.flatMap(({ key }) => (key === null ? [] : [key])))];
}
