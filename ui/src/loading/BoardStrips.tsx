/** Lines about the switchboard's data: failed, partial. */
import type { Switchboard } from "../wire/generated";
import { clock, plural } from "../lib/format";
import { CopyButton } from "../parts/CopyButton";
import { Strip } from "../parts/Strip";
import type { BoardState } from "./useSwitchboard";

type Props = {
  state: BoardState;
  /** When the files were read. */
  readAt: string;
  /** Asks for consent to connect these keys. */
  onConnect: (keys: string[]) => void;
};

export function BoardStrips({ state: { board, problem, reload }, readAt, onConnect }: Props) {
  const waiting = board === null ? [] : unknown(board);
  const partial = board?.clients.some(({ standing }) => standing.lowerBound) ?? false;
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
    </>
  );
}

/** Keys of servers whose weight is not known. */
function unknown({ servers }: Switchboard): string[] {
  return servers.flatMap(({ key, tokens }) => (tokens === null && key !== null ? [key] : []));
}
