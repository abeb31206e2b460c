/** The Loading view's actions for keys and the palette: each goes to the view, if need be. */
import { useStagedWork, type LoadingCommand } from "./StagedProvider";

/** `go` opens the view. */
export function useLoadingActions(go: () => void) {
  const { command, amount } = useStagedWork();
  const act = (name: LoadingCommand) => () => {
    go();
    command(name);
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
  };
  return { run, amount };
}
