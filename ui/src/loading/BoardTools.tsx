/** The line above the switchboard: what is shown, the task set measured with, presets. */
import { count } from "../lib/format";
import { Check } from "../parts/Check";
import { Choice } from "../parts/Choice";
import type { TaskSetsState } from "./useTaskSets";

type Props = {
  changedOnly: boolean;
  onChangedOnly: (only: boolean) => void;
  tasks: TaskSetsState;
  /** Whether the pane on the right is open. */
  side: boolean;
  onSide: () => void;
  onPresets: () => void;
  /** How many entries start Plimsoll's wrapper. */
  wrapped: number;
  onUnwrapAll: () => void;
};

export function BoardTools({ changedOnly, onChangedOnly, tasks, side, onSide, onPresets, wrapped, onUnwrapAll }: Props) {
  return (
    <div className="board-tools">
      <h1>Loading</h1>
      <Check checked={changedOnly} onChange={onChangedOnly}>
        Changed only
      </Check>
      {tasks.sets.length > 0 && (
        <Choice
          label="Measured with"
          value={String(tasks.chosen?.id ?? "")}
          options={tasks.sets.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => tasks.choose(Number(id))}
        />
      )}
      <span className="toolbar-space" />
      {wrapped > 0 && (
        <button type="button" className="button" title="Stages taking Plimsoll’s wrapper out of every entry shown here." onClick={onUnwrapAll}>
          Unwrap all ({count(wrapped)})
        </button>
      )}
      <button type="button" className="button" onClick={onPresets}>
        Presets…
      </button>
      {!side && (
        <button type="button" className="button" onClick={onSide}>
          Details
        </button>
      )}
    </div>
  );
}
