/** Writing what was reviewed, taking writes back, and what came of it. */
import { useCallback, useEffect, useRef, useState } from "react";
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
  /** Newest first; null until read. */
  writes: ChangeSetLine[] | null;
  busy: boolean;
  /** Why the last write did not happen. */
  refused: Refused | null;
  /** Why the last undo did not happen, and of which write. */
  notUndone: { id: string; problem: Problem } | null;
  /** What was written last from here, to check later that it still stands. */
  last: PlanRequest | null;
  write: (plan: PlanView) => void;
  undo: (id: string, onlyOurs: boolean) => void;
  forgive: () => void;
};

type Told = {
  /** The files now say what was staged. */
  onWritten: () => void;
  /** Files changed: read them again. */
  onChanged: () => void;
};

export function useWrite(host: Host, { onWritten, onChanged }: Told): WriteState {
  const notify = useNotify();
  const [writes, setWrites] = useState<ChangeSetLine[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [notUndone, setNotUndone] = useState<WriteState["notUndone"]>(null);
  const [last, setLast] = useState<PlanRequest | null>(null);
  const running = useRef(false);

  const list = useCallback(() => {
    host.writes().then(setWrites, (error: unknown) => {
      setWrites([]);
      notify.failed(error);
    });
  }, [host, notify]);
  useEffect(list, [list]);

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
          list();
          onChanged();
        } catch (error) {
          setNotUndone({ id, problem: asProblem(error) });
          notify.failed(error);
        }
      }),
    [host, notify, list, alone, onChanged],
  );

  const write = useCallback(
    (plan: PlanView) =>
      alone(async () => {
        try {
          const line = await host.apply(plan.request, plan);
          setRefused(null);
          onWritten();
          if (line === null) {
            notify.say("Nothing to write: the files say so already.");
            return;
          }
          setLast(plan.request);
          notify.say(`Written: ${files(line)}. A backup is kept. ${pickUp(plan)}`, {
            label: "Undo",
            run: () => undo(line.id, false),
          });
          list();
          onChanged();
        } catch (error) {
          setRefused({ problem: asProblem(error), reviewed: plan });
        }
      }),
    [host, notify, list, alone, undo, onWritten, onChanged],
  );

  const forgive = useCallback(() => setRefused(null), []);
  return { writes, busy, refused, notUndone, last, write, undo, forgive };
}

function files({ files: paths }: ChangeSetLine): string {
  return paths.map((path) => visible(shortPath(path))).join(", ");
}
