/** Offers the view's commands to keys and the palette while it is there. */
import { useEffect, useRef } from "react";
import { useStagedWork, type LoadingCommand, type LoadingCommands } from "./StagedProvider";

const NAMES: readonly LoadingCommand[] = [
  "undoStep",
  "redoStep",
  "discard",
  "review",
  "diffPane",
  "proof",
  "writes",
  "undoWrite",
  "presets",
  "unwrapAll",
  "showReview",
];

/** `ready`: the view knows what the commands are about. What was asked before is done then. */
export function useCommands(project: string, ready: boolean, commands: LoadingCommands) {
  const { offer } = useStagedWork();
  const newest = useRef(commands);
  const offering = useRef(offer);
  useEffect(() => {
    newest.current = commands;
    offering.current = offer;
  });
  useEffect(() => {
    if (!ready) return;
    // Calls the newest handlers, so that offering once is enough.
    const through = Object.fromEntries(NAMES.map((name) => [name, () => newest.current[name]()]));
    offering.current(project, through as LoadingCommands);
    return () => offering.current(project, null);
  }, [project, ready]);
}
