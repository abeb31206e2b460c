/** Servers somebody has at hand: what they would weigh and change, before they are connected. */
import type { Audit } from "../wire/generated";
import { Empty } from "../parts/Empty";
import { ProblemStrip } from "../parts/ProblemStrip";
import type { Additions } from "./AddCandidate";
import { CandidateCard } from "./CandidateCard";
import { CandidateInput } from "./CandidateInput";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  audit: Audit;
  /** Whether a project is looked at, so that its scopes can be written. */
  inProject: boolean;
  additions: Additions;
};

export function CandidatePane({ lab, audit, inProject, additions }: Props) {
  const { candidates } = lab;
  return (
    <div className="candidate-pane">
      <CandidateInput candidates={candidates} />
      {candidates.problems.map((problem, index) => (
        <ProblemStrip key={index} problem={problem} />
      ))}
      {candidates.tried.length === 0 && candidates.problems.length === 0 && (
        <Empty title="Nothing was tried yet.">
          <p>
            Trying changes no configuration. A catalogue starts nothing; a command runs only after you have seen it, in
            an empty home folder.
          </p>
        </Empty>
      )}
      {candidates.tried.map((one) => (
        <CandidateCard
          key={one.candidate.key}
          tried={one}
          lab={lab}
          audit={audit}
          inProject={inProject}
          additions={additions}
        />
      ))}
    </div>
  );
}
