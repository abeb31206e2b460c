/** One tried server: the command it would run, then what it weighs, breaks and changes. */
import type { Audit } from "../wire/generated";
import { plural } from "../lib/format";
import { visible } from "../lib/visible";
import { Check } from "../parts/Check";
import { Choice } from "../parts/Choice";
import { ProblemStrip } from "../parts/ProblemStrip";
import { ServerText } from "../parts/ServerText";
import { AddCandidate, type Additions } from "./AddCandidate";
import { CandidateConsent } from "./CandidateConsent";
import { CandidateTools } from "./CandidateTools";
import { CandidateWeights } from "./CandidateWeights";
import { LintLine } from "./LintLine";
import type { Tried } from "./useCandidates";
import type { Lab } from "./useLab";

type Props = {
  tried: Tried;
  lab: Lab;
  audit: Audit;
  inProject: boolean;
  additions: Additions;
};

const SOURCE: Readonly<Record<string, string>> = {
  catalogue: "from a catalogue, nothing was started",
  command: "a command",
  address: "an address",
};

export function CandidateCard({ tried, lab, audit, inProject, additions }: Props) {
  const { candidate, spec, audience, included } = tried;
  const { candidates, tasks } = lab;
  const { key, name, audiences, findings } = candidate;
  const audienceOptions = [
    { value: "", label: "Everyone" },
    ...audiences.map((who) => ({ value: who, label: visible(who) })),
  ];
  return (
    <section className="candidate-card" aria-label={`Candidate ${name}`}>
      <header className="run-head">
        <h2>
          <ServerText text={name} />
        </h2>
        <span className="dim">
          {SOURCE[candidate.source] ?? candidate.source}
          {candidate.listed && ` · ${plural(candidate.tools.length, "tool")}`}
        </span>
        <span className="lab-space" />
        <button
          type="button"
          className="button"
          onClick={() => {
            additions.drop(key);
            candidates.forget(key);
          }}
        >
          Forget
        </button>
      </header>
      {candidate.problem !== null && <ProblemStrip problem={candidate.problem} />}
      {!candidate.listed && candidate.ask !== null && (
        <CandidateConsent
          ask={candidate.ask}
          missing={candidate.missing}
          starting={candidates.busy?.starts === true && candidates.busy.spec === spec}
          progress={candidates.progress.get(key) ?? null}
          busy={candidates.busy !== null}
          onStart={(env) => candidates.start(tried, env)}
          onCancel={candidates.cancel}
        />
      )}
      {candidate.listed && (
        <>
          <div className="candidate-use">
            <Check checked={included} onChange={(on) => candidates.include(key, on)}>
              Search with it
            </Check>
            {audiences.length > 0 && (
              <Choice
                label="As seen by"
                value={audience ?? ""}
                options={audienceOptions}
                onChange={(who) => candidates.seenBy(key, who === "" ? null : who)}
              />
            )}
            <AddCandidate candidate={candidate} clients={audit.clients} inProject={inProject} additions={additions} />
            {included && tasks.current !== null && tasks.current.tasks.length > 0 && (
              <button type="button" className="button" disabled={tasks.running} onClick={lab.runTasks}>
                See what it does to “{visible(tasks.current.name)}”
              </button>
            )}
          </div>
          <CandidateWeights weights={candidate.weights} audit={audit} />
          {findings.length > 0 && (
            <ul className="lint-list" aria-label={`Findings about ${name}`}>
              {findings.map((finding, index) => (
                <li key={index}>
                  <LintLine finding={finding} />
                </li>
              ))}
            </ul>
          )}
          {candidate.tools.length === 0 ? (
            <p className="dim">
              {audience === null ? "It offers no tools." : `As seen by ${visible(audience)} it offers no tools.`}
            </p>
          ) : (
            <CandidateTools
              candidate={candidate}
              audit={audit}
              onTool={lab.choose}
              chosen={lab.chosen?.sentAs ?? null}
            />
          )}
        </>
      )}
    </section>
  );
}
