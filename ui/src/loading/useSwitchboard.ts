/** The newest switchboard for what is staged; the last one stays while the next is made. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Problem, Switchboard, SwitchboardRequest } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";

export type BoardState = {
  /** Null until the first answer for this project. */
  board: Switchboard | null;
  /** Whether what is shown is not yet for what is staged. */
  pending: boolean;
  /** Why the last request failed. */
  problem: Problem | null;
  reload: () => void;
};

/** `turn` is anything that changes when the files were read again. */
export function useSwitchboard(host: Host, request: SwitchboardRequest, turn: string): BoardState {
  const [answer, setAnswer] = useState<{ board: Switchboard; project: string | null } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState("");
  const [again, setAgain] = useState(0);
  const latest = useRef("");
  const wanted = `${again} ${turn}\n${JSON.stringify(request)}`;

  useEffect(() => {
    latest.current = wanted;
    const asked = JSON.parse(wanted.slice(wanted.indexOf("\n"))) as SwitchboardRequest;
    // An answer to a question that is no longer asked is dropped.
    const settle = (finish: () => void) => {
      if (latest.current !== wanted) return;
      finish();
      setDone(wanted);
    };
    host.switchboard(asked).then(
      (board) =>
        settle(() => {
          setAnswer({ board, project: asked.staged.project });
          setProblem(null);
        }),
      (error: unknown) => settle(() => setProblem(asProblem(error))),
    );
  }, [host, wanted]);

  const reload = useCallback(() => setAgain((before) => before + 1), []);
  const here = answer !== null && answer.project === request.staged.project;
  return { board: here ? answer.board : null, pending: done !== wanted, problem, reload };
}
