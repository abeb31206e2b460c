/** The last run in one line, below the results. */
import { engineTitle } from "../lib/lab";
import { hits } from "../lib/tasks";
import { visible } from "../lib/visible";
import type { Lab } from "./useLab";

type Props = { lab: Lab };

export function RunStrip({ lab }: Props) {
  const { run } = lab.tasks;
  const sum = run?.search.summaries.find(({ engine }) => engine === lab.engine) ?? run?.search.summaries[0];
  if (run === null || sum === undefined) return null;
  const before = run.search.compared?.summaries.find(({ engine }) => engine === sum.engine);
  const missed = run.tasks.filter(({ id }) => sum.misses.includes(id)).map(({ query }) => query);
  return (
    <p className="run-strip">
      <span className="strong">{visible(run.name)}</span> {engineTitle(sum.engine)}{" "}
      <span
        className="selectable"
        title="Queries of the set whose first result is expected; and those with an expected tool among the first five."
      >
        hit@1 {hits(sum.hitAt1, sum.tasks)} · hit@5 {hits(sum.hitAt5, sum.tasks)}
        {before !== undefined && ` (${hits(before.hitAt5, before.tasks)} without)`}
      </span>
      {missed.length > 0 && (
        <span className="danger cut selectable">misses: {visible(missed.slice(0, 2).join(", "))}{missed.length > 2 && ", …"}</span>
      )}
      <button type="button" className="link" onClick={() => lab.setTab("tasks")}>
        Show
      </button>
    </p>
  );
}
