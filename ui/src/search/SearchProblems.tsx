/** Why the newest search has no answer, and what its answer leaves out. */
import { ProblemStrip } from "../parts/ProblemStrip";
import { useSearching, type Searching } from "./searching";

export function SearchProblems({ searching }: { searching: Searching }) {
  const settled = useSearching(searching, (now) => now.settled);
  const found = settled.answer?.value.problems ?? [];
  return (
    <>
      {settled.problem !== null && <ProblemStrip problem={settled.problem} />}
      {/* Servers without known tools have a strip of their own. */}
      {found
        .filter(({ code }) => code !== "server-not-listed")
        .map((problem, index) => <ProblemStrip key={index} problem={problem} />)}
    </>
  );
}
