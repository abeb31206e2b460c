/** One write: when, what was requested, its files, its differences, undo. */
import { useState } from "react";
import type { ChangeSetLine, FileDiff } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { clock, shortPath } from "../lib/format";
import { stands } from "../lib/writes";
import { Finding } from "../parts/Finding";
import { useNotify } from "../parts/Notices";
import { ServerText } from "../parts/ServerText";
import { Hunks } from "./Hunks";
import type { WriteState } from "./useWrite";

type Props = {
  line: ChangeSetLine;
  state: WriteState;
  /** Looks whether it still stands in its files; null: it was taken back or written over. */
  onCheck: (() => void) | null;
};

const WORD: Readonly<Record<string, string>> = {
  writing: "not finished: the next start finishes it or takes it back",
  rolledBack: "taken back when it failed",
};

export function WriteItem({ line, state, onCheck }: Props) {
  const host = useHost();
  const notify = useNotify();
  const [diff, setDiff] = useState<FileDiff[] | null>(null);
  const { id, at, requested, files, undoOf, undoneBy } = line;
  const stuck = state.notUndone?.id === id ? state.notUndone.problem : null;
  const time = clock(at);
  const toggle = () => {
    if (diff !== null) setDiff(null);
    else host.writeDiff(id).then(setDiff, notify.failed);
  };
  return (
    <li className="write">
      <p>
        <span className="strong">{time}</span>{" "}
        <span className="caption">
          {undoOf !== null && "an undo"}
          {undoneBy !== null && "undone since"}
          {WORD[line.state] ?? ""}
        </span>
      </p>
      <ul>
        {requested.map((sentence) => (
          <li key={sentence}>
            <ServerText text={sentence} />
          </li>
        ))}
      </ul>
      <p className="mono">
        <ServerText text={files.map(shortPath).join(", ")} />
      </p>
      <p className="scope-buttons">
        <button type="button" className="button" aria-expanded={diff !== null} aria-label={`Changes of ${time}`} onClick={toggle}>
          Changes
        </button>
        {onCheck !== null && (
          <button type="button" className="button" title="Looks whether its files still say what was written." aria-label={`Check the write of ${time}`} onClick={onCheck}>
            Check
          </button>
        )}
        {stands(line) && (
          <button type="button" className="button" disabled={state.busy} aria-label={`Undo the write of ${time}`} onClick={() => state.undo(id, false)}>
            Undo
          </button>
        )}
        {stuck?.code === "changed-since" && (
          <button type="button" className="button" disabled={state.busy} onClick={() => state.undo(id, true)}>
            Undo only our edit
          </button>
        )}
      </p>
      {stuck !== null && (
        <ul>
          <Finding problem={stuck} />
        </ul>
      )}
      {diff?.map((file) => <Hunks key={file.path} file={file} />)}
    </li>
  );
}
