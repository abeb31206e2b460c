/** Lines across every view: reading failed, files changed since. */
import type { AuditState } from "./useAudit";
import type { Problem } from "../wire/generated";
import { clock } from "../lib/format";
import { CopyButton } from "../parts/CopyButton";
import { FileLink } from "../parts/FileLink";
import { Strip } from "../parts/Strip";

type Props = {
  state: AuditState;
  /** The settings could not be read. */
  problem: Problem | null;
};

export function Strips({ state, problem }: Props) {
  const wrong = state.problem ?? problem;
  return (
    <>
      {wrong !== null && (
        <Strip tone="danger">
          <span className="selectable">
            {wrong.message} {wrong.hint}
            {wrong.file !== null && <FileLink file={wrong.file} line={wrong.line} />}
            {state.audit !== null && ` Shown: from ${clock(state.audit.readAt)}.`}
          </span>
          <button type="button" className="button" onClick={state.reload}>
            Read again
          </button>
          <CopyButton label="Copy details" quiet text={() => JSON.stringify(wrong, null, 2)} />
        </Strip>
      )}
      {state.stale && !state.reading && (
        <Strip tone="warn">
          Files changed since they were read.
          <button type="button" className="button" onClick={state.reload}>
            Read again
          </button>
        </Strip>
      )}
    </>
  );
}
