/** Writing what was reviewed, taking writes back, and what came of it. */
import { useCallback, useRef, useState } from "react";
import type { ChangeSetLine, PlanRequest, PlanView, Problem } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";
import { shortPath } from "../lib/format";
import { pickUp } from "../lib/pickup";
import { visible } from "../lib/visible";
import { useNotify } from "../parts/Notices";

/** Why a write or an undo did not happen. */
export type Refused = {
  problem: Problem;
  /** The plan as it was reviewed. */
  reviewed: PlanView;
};

export type WriteState = {
  /** Whether one is on its way, of whatever project. */
  busy: boolean;
  /** Why the last write of this project did not happen. */
  refused: Refused | null;
  /** Why the last undo did not happen, and of which write. */
  notUndone: { id: string; problem: Problem } | null;
  /** What was written last of this project, to check later that it still stands. */
  last: PlanRequest | null;
  write: (plan: PlanView) => void;
  undo: (id: string, onlyOurs: boolean) => void;
};

type Told = {
  /** The files now say what was asked for. */
  onWritten: (request: PlanRequest) => void;
  /** Files changed: read them again. */
  onChanged: () => void;
};

/** `project` is the folder looked at, empty outside any; a write may end when another one is. */
export function useWrite(host: Host, project: string, { onWritten, onChanged }: Told): WriteState {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, Refused | null>>>({});
  const [notUndone, setNotUndone] = useState<WriteState["notUndone"]>(null);
  const [last, setLast] = useState<Readonly<Record<string, PlanRequest>>>({});
  const running = useRef(false);

  /** One at a time: a second key press must not write twice. */
  const alone = useCallback((act: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    void act().finally(() => {
      running.current = false;
      setBusy(false);
    });
  }, []);

  const undo = useCallback(
    (id: string, onlyOurs: boolean) =>
      alone(async () => {
        try {
          const line = await host.undo(id, onlyOurs);
          setNotUndone(null);
          notify.say(`Taken back: ${files(line)}.`);
          onChanged();
        } catch (error) {
          setNotUndone({ id, problem: asProblem(error) });
          notify.failed(error);
        }
      }),
    [host, notify, alone, onChanged],
  );

  const write = useCallback(
    (plan: PlanView) =>
      alone(async () => {
        const { request } = plan;
        const at = request.project ?? "";
        const end = (how: Refused | null) => setRefused((all) => ({ ...all, [at]: how }));
        try {
          const line = await host.apply(request, plan);
          end(null);
          onWritten(request);
          if (line === null) {
            notify.say("Nothing to write: the files say so already.");
            return;
          }
          setLast((all) => ({ ...all, [at]: request }));
          notify.say(`Written: ${files(line)}. A backup is kept. ${pickUp(plan)}`, {
            label: "Undo",
            run: () => undo(line.id, false),
          });
          onChanged();
        } catch (error) {
          const problem = asProblem(error);
          end({ problem, reviewed: plan });
          // The review may be out of sight by now.
          notify.failed({ ...problem, message: `Nothing was written. ${problem.message}` });
        }
      }),
    [host, notify, alone, undo, onWritten, onChanged],
  );

  return { busy, refused: refused[project] ?? null, notUndone, last: last[project] ?? null, write, undo };
}

function files({ files: paths }: ChangeSetLine): string {
  return paths.map((path) => visible(shortPath(path))).join(", ");
}
