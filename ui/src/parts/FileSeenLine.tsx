/** A file that was looked for: opens in the editor when it is there. */
import type { FileSeen } from "../wire/generated";
import { shortPath } from "../lib/format";
import { visible } from "../lib/visible";
import { FileLink } from "./FileLink";

type Props = { file: FileSeen };

/** Files an editor can show; others are folders and databases. */
const TEXT = /\.(jsonc?|toml|ya?ml|md)$/i;

export function FileSeenLine({ file }: Props) {
  return (
    <li className={file.found ? "file-seen" : "file-seen missing"}>
      <span aria-hidden="true" className={file.found ? "ok" : ""}>
        {file.found ? "✓" : "–"}
      </span>
      {file.found && TEXT.test(file.path) ? (
        <FileLink file={file.path} line={null} />
      ) : (
        <span className="mono selectable">{visible(shortPath(file.path))}</span>
      )}
      <span className="caption">
        {file.role}, {file.found ? "found" : "not found"}
      </span>
    </li>
  );
}
