/** A request that failed: what, where, what to do, and the details for a report. */
import type { ReactNode } from "react";
import type { Problem } from "../wire/generated";
import { CopyButton } from "./CopyButton";
import { FileLink } from "./FileLink";
import { ServerText } from "./ServerText";
import { Strip } from "./Strip";

type Props = {
  problem: Problem;
  /** What can be done about it. */
  children?: ReactNode;
};

export function ProblemStrip({ problem, children }: Props) {
  return (
    <Strip tone={problem.level === "error" ? "danger" : "warn"}>
      <ServerText text={problem.hint === null ? problem.message : `${problem.message} ${problem.hint}`} />
      {problem.file !== null && <FileLink file={problem.file} line={problem.line} />}
      {children}
      <CopyButton label="Copy details" quiet text={() => JSON.stringify(problem, null, 2)} />
    </Strip>
  );
}
