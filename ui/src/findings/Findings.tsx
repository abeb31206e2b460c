/** Everything wrong in configurations and with servers, worst first. */
import type { Problem } from "../wire/generated";
import { plural } from "../lib/format";
import { CopyButton } from "../parts/CopyButton";
import { Empty } from "../parts/Empty";
import { Finding } from "../parts/Finding";
import "./findings.css";

type Props = { problems: readonly Problem[] };

const LEVELS = [
  ["error", "Lost, exposed or broken"],
  ["warning", "Does not do what its author meant"],
  ["hint", "Worth knowing"],
] as const;

export function Findings({ problems }: Props) {
  return (
    <main className="findings" data-pane aria-label="Findings" tabIndex={-1}>
      <header className="findings-head">
        <h1>Findings</h1>
        <span className="dim">{plural(problems.length, "finding")} in the files read</span>
        {problems.length > 0 && (
          <CopyButton label="Copy as JSON" text={() => JSON.stringify(problems, null, 2)} />
        )}
      </header>
      {problems.length === 0 && <Empty title="Nothing wrong was found in the files read." />}
      {LEVELS.map(([level, title]) => {
        const found = problems.filter((problem) => problem.level === level);
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
