/** The Loading view's actions for keys and the palette: each goes to the view, if need be. */
import { useMemo } from "react";
import { requestOf } from "../lib/staged";
import { useStagedWork, type LoadingCommand } from "./StagedProvider";

/** `project` is the folder looked at, empty outside any; `go` opens the view. */
export function useLoadingActions(project: string, go: () => void) {
  const { command, amount, of } = useStagedWork();
  const choices = of(project).now;
  // What is staged, for views that show what it would make of them; null: nothing.
  const request = useMemo(
    () => (choices.changes.size === 0 ? null : requestOf(choices, project === "" ? null : project)),
    [choices, project],
  );
  const act = (name: LoadingCommand) => () => {
    go();
    command(project, name);
  };
  const run = {
    loading: go,
    undoStep: act("undoStep"),
    redoStep: act("redoStep"),
    discard: act("discard"),
    review: act("review"),
    diffPane: act("diffPane"),
    proof: act("proof"),
    writes: act("writes"),
    undoWrite: act("undoWrite"),
    presets: act("presets"),
    unwrapAll: act("unwrapAll"),
  };
  /** What is staged for a project, as it would be written; the view writes nothing by that. */
  const showReview = (where: string) => {
    go();
    command(where, "showReview");
  };
  return { run, amount, request, showReview };
}
