/** A file and line that opens in the user's editor. */
import { shortPath } from "../lib/format";
import { visible } from "../lib/visible";
import { useHost } from "../wire/HostContext";
import { useNotify } from "./Notices";

type Props = {
  file: string;
  /** From 1; null: the whole file. */
  line: number | null;
};

export function FileLink({ file, line }: Props) {
  const host = useHost();
  const notify = useNotify();
  const open = () => {
    host.openAt(file, line ?? 1).catch(notify.failed);
  };
  const where = line === null ? file : `${file}:${line}`;
  return (
    <button type="button" className="link mono" title={`Open ${where}`} onClick={open}>
      {visible(shortPath(where))}
    </button>
  );
}
