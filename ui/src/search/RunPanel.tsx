/** How the engines do on a task set: sums per engine, then every task, misses first. */
import { useMemo } from "react";
import { taskRows } from "../lib/tasks";
import { plural } from "../lib/format";
import { visible } from "../lib/visible";
import { Empty } from "../parts/Empty";
import { ProblemStrip } from "../parts/ProblemStrip";
import { RunEffects } from "./RunEffects";
import { RunSummary } from "./RunSummary";
import { RunTable } from "./RunTable";
import type { Lab } from "./useLab";

type Props = { lab: Lab };

/** What a run was compared with, in words. */
function comparedWith({ candidates, drafts, plan }: { candidates: string[]; drafts: unknown[]; plan: unknown }): string {
  return [
    candidates.length > 0 ? plural(candidates.length, "tried server") : "",
    plan === null ? "" : "the staged changes",
    drafts.length > 0 ? plural(drafts.length, "draft") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

export function RunPanel({ lab }: Props) {
  const { run, running, current } = lab.tasks;
  const rows = useMemo(() => (run === null ? [] : taskRows(run.tasks, run.search)), [run]);
  if (run === null) {
    return (
      <Empty title={running ? "Running…" : "No task set was run yet."}>
        <p>A run asks every engine every query and shows which expected tools are found, misses first.</p>
        {!running && current !== null && current.tasks.length > 0 && (
          <button type="button" className="button primary" onClick={lab.runTasks}>
            Run “{visible(current.name)}”
          </button>
        )}
      </Empty>
    );
  }
  const changed = comparedWith(run.request);
  return (
    <div className="run-panel" aria-busy={running}>
      <header className="run-head">
        <h2>{visible(run.name)}</h2>
        <span className="dim">
          {plural(run.tasks.length, "query", "queries")}
          {changed !== "" && `, with ${changed} against without`}
        </span>
        <span className="lab-space" />
        <button type="button" className="button" disabled={running} onClick={lab.runTasks}>
          {running ? "Running…" : "Run again"}
        </button>
        <button type="button" className="button" onClick={lab.tasks.exportTrace}>
          Export trace…
        </button>
      </header>
      {run.search.problems
        .filter(({ code }) => code !== "server-not-listed")
        .map((problem, index) => <ProblemStrip key={index} problem={problem} />)}
      <RunSummary run={run.search} />
      <RunEffects run={run} onTask={lab.openTask} />
      <RunTable lab={lab} rows={rows} run={run.search} />
    </div>
  );
}
