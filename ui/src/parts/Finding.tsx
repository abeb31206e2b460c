/** One finding: what, where, what to do. */
import type { Problem } from "../wire/generated";
import { clientName } from "../lib/clients";
import { CopyButton } from "./CopyButton";
import { FileLink } from "./FileLink";
import { ServerText } from "./ServerText";

type Props = { problem: Problem };

const SIGN = {
  error: ["✕", "Error", "danger"],
  warning: ["▲", "Warning", "warn"],
  hint: ["·", "Hint", "dim"],
} as const;

export function Finding({ problem }: Props) {
  const [sign, word, tone] = SIGN[problem.level];
  const about = [problem.client === null ? null : clientName(problem.client), problem.server].filter(
    (part) => part !== null,
  );
  return (
    <li className="finding">
      <span className={tone} role="img" aria-label={word}>
        {sign}
      </span>
      <div>
        <p>
          <ServerText text={problem.message} />
        </p>
        {problem.hint !== null && (
          <p className="dim">
            <ServerText text={problem.hint} />
          </p>
        )}
        <p className="caption">
          {about.length > 0 && <ServerText text={about.join(", ")} />} <code>{problem.code}</code>{" "}
          {problem.file !== null && <FileLink file={problem.file} line={problem.line} />}
          {problem.column !== null && `, column ${problem.column}`}
        </p>
      </div>
      <CopyButton label="Copy" quiet text={() => JSON.stringify(problem, null, 2)} />
    </li>
  );
}
