/** A write that its files do not hold any more: what would make it once more, and the ways on. */
import { useEffect, useRef } from "react";
import type { PlanRequest } from "../wire/generated";
import { clock, plural } from "../lib/format";
import { specsOf } from "../lib/specs";
import { Finding } from "../parts/Finding";
import { Strip } from "../parts/Strip";
import { Hunks } from "./Hunks";
import { names, type MissedState } from "./useMissed";

type Props = {
  state: MissedState;
  /** What was asked for, when it is known still. */
  request: PlanRequest | null;
  busy: boolean;
  /** Stages it as new changes. */
  onStage: (request: PlanRequest) => void;
};

export function MissedWrite({ state: { missed, again, letGo }, request, busy, onStage }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Only ever looked for on request: what was found is the next thing to read.
  useEffect(() => heading.current?.focus(), [missed]);
  if (missed === null) return null;
  const { line, files, plan, problem } = missed;
  const one = files.length === 1;
  // Other values at the very keys are a difference too; with a damaged backup nobody can tell.
  const told = plan !== null || problem?.code === "undo-conflict";
  return (
    <section className="missed" aria-label="Missing write">
      <h3 ref={heading} tabIndex={-1}>
        {told ? "No longer in its" : "Not to be told from its"} {one ? "file" : "files"}
      </h3>
      <Strip tone="warn">
        {told
          ? `${names(files)} no longer ${one ? "says" : "say"} what was written ${clock(line.at)}. Its client, or somebody else, has changed ${one ? "it" : "them"} since.`
          : `Whether ${names(files)} still ${one ? "says" : "say"} what was written ${clock(line.at)} could not be found out.`}
      </Strip>
      {problem !== null && (
        <ul>
          <Finding problem={problem} />
        </ul>
      )}
      {plan !== null && plan.notes.length > 0 && (
        <ul>
          {plan.notes.map((note, index) => (
            <Finding key={index} problem={note} />
          ))}
        </ul>
      )}
      {plan?.files.map((file) => <Hunks key={file.path} file={file} />)}
      <p className="scope-buttons">
        {plan !== null && (
          <button type="button" className="button primary" disabled={busy} onClick={again}>
            {busy ? "Writing…" : `Write ${plural(plan.files.length, "file")} again`}
          </button>
        )}
        {request !== null && specsOf(request).length > 0 && (
          <button type="button" className="button" onClick={() => onStage(request)}>
            Stage it again
          </button>
        )}
        <button type="button" className="button" disabled={busy} title="Leaves the files as they are. The write counts as taken back." onClick={letGo}>
          Let it go
        </button>
      </p>
    </section>
  );
}
