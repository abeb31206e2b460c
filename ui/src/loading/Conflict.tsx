/** Why nothing was written; for a file that changed since, both plans. */
import type { PlanView } from "../wire/generated";
import { Finding } from "../parts/Finding";
import { Strip } from "../parts/Strip";
import { Hunks } from "./Hunks";
import type { Refused } from "./useWrite";

type Props = {
  refused: Refused;
  /** The plan on the files as they are now; shown below by the review itself. */
  now: PlanView | null;
  onReplan: () => void;
};

export function Conflict({ refused: { problem, reviewed }, now, onReplan }: Props) {
  const stale = problem.code === "stale";
  const basis = (plan: PlanView | null) => plan?.files.map((file) => `${file.path} ${file.basis}`).join() ?? "";
  const planned = stale && now !== null && basis(now) !== basis(reviewed);
  return (
    <section aria-label="Not written">
      <Strip tone="danger">
        Nothing was written.
        {stale && !planned && (
          <button type="button" className="button" onClick={onReplan}>
            Read again and re-plan
          </button>
        )}
      </Strip>
      <ul>
        <Finding problem={problem} />
      </ul>
      {stale && (
        <details>
          <summary>As you reviewed it</summary>
          {reviewed.files.map((file) => (
            <Hunks key={file.path} file={file} />
          ))}
        </details>
      )}
      {planned && <h3>On the files as they are now</h3>}
    </section>
  );
}
