/** Why the server did not answer or is not started, its last words, and what can be done; the rest stays usable. */
import type { Problem } from "../wire/generated";
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import { unapproved } from "../lib/connecting";
import { FileLink } from "../parts/FileLink";
import { LastWords } from "../parts/LastWords";
import { ProblemActions } from "../parts/ProblemActions";
import { ServerText } from "../parts/ServerText";
import { Strip } from "../parts/Strip";

type Props = {
  row: ServerRow;
  /** The newest known; null: nothing is wrong. */
  problem: Problem | null;
  acts: ServerActs;
};

export function ServerStrip({ row, problem, acts }: Props) {
  const waits = unapproved(row);
  if (problem === null) return waits === null ? null : <Strip tone="warn">{waits}</Strip>;
  const words = row.entries.find(({ entry }) => entry.lastWords.length > 0)?.entry.lastWords ?? [];
  return (
    <Strip tone="danger">
      <span>
        <ServerText text={problem.message} /> <span className="selectable">{problem.hint}</span>
        {row.known && " The tools shown are of its earlier list."}{" "}
        {problem.file !== null && <FileLink file={problem.file} line={problem.line} />}
      </span>
      <ProblemActions serverKey={row.key} problem={problem} words={words} acts={acts} />
      {words.length > 0 && (
        <div className="strip-words">
          <LastWords words={words} />
        </div>
      )}
    </Strip>
  );
}
