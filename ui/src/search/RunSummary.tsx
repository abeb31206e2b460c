/** One line per engine: hits, mean reciprocal rank, misses; before and after where something changed. */
import type { Search, SearchSummary } from "../wire/generated";
import { engineTitle } from "../lib/lab";
import { hits, summaryRows, VERDICT_WORD, verdicts, type Verdict } from "../lib/tasks";
import { InfoLabel } from "../parts/InfoLabel";

type Props = { run: Search };

const SHOWN: readonly Verdict[] = ["found", "better", "worse", "crowded"];

export function RunSummary({ run }: Props) {
  const rows = summaryRows(run);
  if (rows.length === 0) return <p className="dim">No task of this set says which tools it expects.</p>;
  return (
    <table className="run-summary">
      <thead>
        <tr className="caption">
          <th scope="col">Engine</th>
          <th scope="col">
            <InfoLabel info="Queries whose first result is expected.">hit@1</InfoLabel>
          </th>
          <th scope="col">
            <InfoLabel info="Queries with an expected tool among the first five results.">hit@5</InfoLabel>
          </th>
          <th scope="col">
            <InfoLabel info="Mean of one over the place of the first expected tool; 1 is best.">MRR</InfoLabel>
          </th>
          <th scope="col">
            <InfoLabel info="Queries without an expected tool among the results.">Misses</InfoLabel>
          </th>
          {run.compared !== null && (
            <th scope="col">
              <InfoLabel info="Queries whose first expected tool is found at another place than before, or not any more.">
                Change
              </InfoLabel>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ engine, now, before }) => (
          <tr key={engine}>
            <th scope="row">{engineTitle(engine)}</th>
            <Pair now={now} before={before} of={(sum) => hits(sum.hitAt1, sum.tasks)} />
            <Pair now={now} before={before} of={(sum) => hits(sum.hitAt5, sum.tasks)} />
            <Pair now={now} before={before} of={(sum) => sum.mrr.toFixed(3)} />
            <Pair now={now} before={before} of={(sum) => String(sum.misses.length)} />
            {run.compared !== null && (
              <td className="selectable">{changeText(verdicts(run.compared.changes, engine))}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "6/9 → 7/9" where it changed. */
function Pair({
  now,
  before,
  of,
}: {
  now: SearchSummary;
  before: SearchSummary | null;
  of: (sum: SearchSummary) => string;
}) {
  const was = before === null ? of(now) : of(before);
  return (
    <td className="selectable">
      {was !== of(now) && <span className="dim">{was} → </span>}
      {of(now)}
    </td>
  );
}

function changeText(sums: Record<Verdict, number>): string {
  const parts = SHOWN.filter((word) => sums[word] > 0).map((word) => `${sums[word]} ${VERDICT_WORD[word]}`);
  return parts.length === 0 ? "no place changes" : parts.join(", ");
}
