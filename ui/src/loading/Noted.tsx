/** What came of the last write: what was found in the written files, and what its plan said besides. */
import type { Problem } from "../wire/generated";
import { Finding } from "../parts/Finding";
import type { Written } from "./useWrite";

type Props = {
  written: Written;
  /** Whether other changes are staged by now: then only what was found matters still. */
  more: boolean;
};

export function Noted({ written: { found, notes }, more }: Props) {
  return (
    <>
      <Listed title="Found in the files after writing" problems={found} />
      {!more && <Listed title="Said with the plan" problems={notes} />}
    </>
  );
}

function Listed({ title, problems }: { title: string; problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {problems.map((problem, index) => (
          <Finding key={index} problem={problem} />
        ))}
      </ul>
    </section>
  );
}
