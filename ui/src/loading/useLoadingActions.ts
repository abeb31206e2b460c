/** The Loading view's actions for keys and the palette: each goes to the view, if need be. */
import { useMemo } from "react";
import { useStagedWork, type LoadingCommand } from "./StagedProvider";

type Id = LoadingCommand | "loading";

/** `go` opens the view. */
export function useLoadingActions(go: () => void) {
  const { command, amount } = useStagedWork();
  const run = useMemo(() => {
    const act = (name: LoadingCommand) => () => {
      go();
      command(name);
    };
    const actions: Record<Id, () => void> = {
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
    };
    return actions;
  }, [go, command]);
  return { run, amount };
}
