/** Everything wrong in configurations and with servers, worst first. */
import type { Problem } from "../wire/generated";
import { clientName } from "../lib/clients";
import { count, plural } from "../lib/format";
import { CopyButton } from "../parts/CopyButton";
import { Empty } from "../parts/Empty";
import { Finding } from "../parts/Finding";
import { Strip } from "../parts/Strip";
import "./findings.css";

type Props = {
  problems: readonly Problem[];
  /** Words that a finding must hold to be shown. */
  filter: string;
  /** How many active servers have no known tool list. */
  silent: number;
  onFilter: (text: string) => void;
};

const LEVELS = [
  ["error", "Lost, exposed or broken"],
  ["warning", "Does not do what its author meant"],
  ["hint", "Worth knowing"],
] as const;

export function Findings({ problems, filter, silent, onFilter }: Props) {
  const shown = problems.filter((problem) => holds(problem, filter));
  return (
    <main className="findings" data-pane aria-label="Findings" tabIndex={-1}>
      <header className="findings-head">
        <h1>Findings</h1>
        <span className="dim" role="status">
          {shown.length < problems.length
            ? `${count(shown.length)} of ${plural(problems.length, "finding")} match the filter`
            : `${plural(problems.length, "finding")} in the files read and in tool lists`}
        </span>
        {shown.length > 0 && (
          <CopyButton label="Copy as JSON" text={() => JSON.stringify(shown, null, 2)} />
        )}
      </header>
      {silent > 0 && (
        <Strip tone="warn">
          {plural(silent, "active entry has", "active entries have")} no known tool list: what is wrong in those is not
          found.
        </Strip>
      )}
      {problems.length === 0 && <Empty title="Nothing wrong was found in the files read." />}
      {problems.length > 0 && shown.length === 0 && (
        <Empty title="No finding matches the filter.">
          <button type="button" className="button" onClick={() => onFilter("")}>
            Clear filter
          </button>
        </Empty>
      )}
      {LEVELS.map(([level, title]) => {
        const found = shown.filter((problem) => problem.level === level);
        return found.length === 0 ? null : (
          <section key={level}>
            <h2>
              {title} <span className="caption">{found.length}</span>
            </h2>
            <ul>
              {found.map((problem, index) => (
                <Finding key={index} problem={problem} />
              ))}
            </ul>
          </section>
        );
      })}
    </main>
  );
}

/** Whether every word is somewhere in the finding. */
function holds(problem: Problem, filter: string): boolean {
  const { code, message, hint, file, client, server } = problem;
  const text = [code, message, hint, file, client === null ? "" : clientName(client), server].join(" ").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
