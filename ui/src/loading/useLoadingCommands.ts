/** What keys, the palette and buttons do in the Loading view. */
import type { ChangeSetLine } from "../wire/generated";
import { amountOf, type Staged, type StagedAction } from "../lib/staged";
import { unwrapAll } from "../lib/wrapping";
import { stands } from "../lib/writes";
import { useNotify } from "../parts/Notices";
import type { LoadingCommands } from "./StagedProvider";
import { useCommands } from "./useCommands";
import type { SideState } from "./useSide";
import type { BoardState } from "./useSwitchboard";
import type { WriteState } from "./useWrite";

type Given = {
  project: string;
  staged: Staged;
  state: BoardState;
  side: SideState;
  write: WriteState;
  /** Newest first; null until read. */
  writes: ChangeSetLine[] | null;
  dispatch: (action: StagedAction) => void;
  /** Reads the files again. */
  onChanged: () => void;
  onPresets: () => void;
};

export function useLoadingCommands({ project, staged, state, side, write, writes, dispatch, onChanged, onPresets }: Given): {
  commands: LoadingCommands;
  /** The newest write that stands; null: none. */
  last: ChangeSetLine | null;
} {
  const notify = useNotify();
  const { board, pending } = state;
  const plan = board?.plan ?? null;
  const reviewing = side.open && side.tab === "review";
  const last = writes?.find(stands) ?? null;
  const showReview = () => side.show("review");
  const review = () => {
    const { refused } = write;
    const conflict = refused?.problem.code === "stale" && refused.reviewed.files.every((file, at) => plan?.files[at]?.basis === file.basis);
    if (!reviewing) showReview();
    else if (conflict) onChanged();
    else if (!pending && plan !== null && plan.refused.length === 0 && amountOf(staged) > 0) void write.write(plan);
  };
  const commands: LoadingCommands = {
    undoStep: () => dispatch({ type: "undo" }),
    redoStep: () => dispatch({ type: "redo" }),
    discard: () => dispatch({ type: "discard" }),
    review,
    showReview,
    diffPane: () => (reviewing ? side.setOpen(false) : showReview()),
    proof: () => side.show("proof"),
    writes: () => side.show("writes"),
    undoWrite: () => last !== null && write.undo(last.id, false),
    presets: onPresets,
    unwrapAll: () => {
      const step = board === null ? null : unwrapAll(board);
      if (step === null) {
        notify.say("No entry here starts Plimsoll’s wrapper.");
        return;
      }
      dispatch(step);
      showReview();
    },
  };
  useCommands(project, (board !== null || state.problem !== null) && writes !== null, commands);
  return { commands, last };
}
