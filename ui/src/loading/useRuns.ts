/**
 * What runs for the Loading view: a write, a proof. It is kept above the views: both
 * may take a minute, and a look elsewhere loses neither them nor what came of them.
 */
import { useCallback, useState } from "react";
import type { PlanRequest } from "../wire/generated";
import type { Host } from "../wire/host";
import { useProof, type ProofState } from "./useProof";
import { useStagedWork } from "./StagedProvider";
import { useWrite, type WriteState } from "./useWrite";

export type Runs = {
  write: WriteState;
  proof: ProofState;
  /** Changes when what the switchboard or the history says may have. */
  turn: number;
};

/** `project` is the folder looked at, empty outside any; `onReload` reads the files again. */
export function useRuns(host: Host, project: string, onReload: () => void): Runs {
  const { dispatch } = useStagedWork();
  const [turn, setTurn] = useState(0);
  const onProven = useCallback(() => setTurn((before) => before + 1), []);
  const onChanged = useCallback(() => {
    setTurn((before) => before + 1);
    onReload();
  }, [onReload]);
  const onWritten = useCallback(
    (request: PlanRequest) => dispatch(request.project ?? "", { type: "written", request }),
    [dispatch],
  );
  const write = useWrite(host, project, { onWritten, onChanged });
  const proof = useProof(host, project, onProven);
  return { write, proof, turn };
}
