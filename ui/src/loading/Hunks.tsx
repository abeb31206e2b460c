/**
 * What one file's text would become, or became, as a list of lines. The engine
 * makes the differences with values masked, so no second text reaches the page.
 */
import type { FileDiff } from "../wire/generated";
import { clientName } from "../lib/clients";
import { FileLink } from "../parts/FileLink";
import { ServerText } from "../parts/ServerText";

type Props = { file: FileDiff };

const SIGN: Readonly<Record<string, readonly [string, string]>> = {
  old: ["−", "removed"],
  new: ["+", "added"],
  both: [" ", ""],
};

export function Hunks({ file }: Props) {
  return (
    <section className="file-diff" aria-label={`Changes of ${file.path}`}>
      <h3 className="file-head">
        <FileLink file={file.path} line={file.hunks[0]?.oldStart ?? null} />
        <span className="caption">
          {file.client === null ? "Plimsoll’s own store of parked entries" : clientName(file.client)}
          {file.created && ", new file"}
        </span>
      </h3>
      {file.hunks.map((hunk, index) => (
        <div key={index} className="hunk code">
          <p className="caption">
            @@ line {hunk.oldStart}
            {hunk.newStart !== hunk.oldStart && ` → ${hunk.newStart}`}
          </p>
          <ol>
            {hunk.lines.map((line, at) => {
              const [sign, word] = SIGN[line.side] ?? [" ", ""];
              return (
                <li key={at} className={`diff-line diff-${line.side}`}>
                  <span className="diff-sign" role={word === "" ? undefined : "img"} aria-label={word === "" ? undefined : word} aria-hidden={word === ""}>
                    {sign}
                  </span>
                  <ServerText text={line.text} lines />
                </li>
              );
            })}
          </ol>
        </div>
      ))}
    </section>
  );
}
