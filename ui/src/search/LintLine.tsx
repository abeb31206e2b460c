/** One finding about a tool: what, what it does here, what to do. */
import type { LintFinding } from "../wire/generated";
import { checkWord, LEVEL_SIGN } from "../lib/findability";
import { FileLink } from "../parts/FileLink";
import { ServerText } from "../parts/ServerText";

type Props = {
  finding: LintFinding;
  /** Looks at the tool; none: it is looked at already. */
  onTool?: () => void;
};

export function LintLine({ finding, onTool }: Props) {
  const [sign, word, tone] = LEVEL_SIGN[finding.level];
  return (
    <div className="lint-line">
      <span className={tone} role="img" aria-label={word}>
        {sign}
      </span>
      <div>
        <p>
          <ServerText text={finding.message} />
        </p>
        {finding.effect !== "" && (
          <p className="dim">
            Measured: <ServerText text={finding.effect} />
          </p>
        )}
        {finding.advice !== "" && (
          <p className="dim">
            <ServerText text={finding.advice} />
          </p>
        )}
        <p className="caption">
          {checkWord(finding.check)} · <ServerText text={finding.server} />
          {finding.tool !== null && " · "}
          {finding.tool !== null &&
            (onTool === undefined ? (
              <ServerText text={finding.tool} />
            ) : (
              <button type="button" className="link" onClick={onTool}>
                <ServerText text={finding.tool} />
              </button>
            ))}{" "}
          {finding.file !== null && <FileLink file={finding.file} line={null} />}
        </p>
      </div>
    </div>
  );
}
