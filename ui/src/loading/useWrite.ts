/** Writing what was reviewed, taking writes back, and what came of it. */
import { useCallback, useRef, useState } from "react";
import type { ChangeSetLine, PlanRequest, PlanView, Problem } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";
import { plural, shortPath } from "../lib/format";
import { pickUp } from "../lib/pickup";
import { visible } from "../lib/visible";
import { foundAfter } from "../lib/writes";
import { useNotify } from "../parts/Notices";

/** Why a write or an undo did not happen. */
export type Refused = {
  problem: Problem;
  /** The plan as it was reviewed. */
  reviewed: PlanView;
};

/** A write made from here. */
export type Written = {
  id: string;
  request: PlanRequest;
  /** What was found in the written files, and what holds besides, as the plan said. */
  found: readonly Problem[];
  notes: readonly Problem[];
};

export type WriteState = {
  /** Whether one is on its way, of whatever project. */
  busy: boolean;
  /** Why the last write of this project did not happen. */
  refused: Refused | null;
  /** Why the last undo did not happen, and of which write. */
  notUndone: { id: string; problem: Problem } | null;
  /** What was written last of this project; null: nothing, or it was taken back. */
  last: Written | null;
  /** Answers whether the files say it now. */
  write: (plan: PlanView) => Promise<boolean>;
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
  const [last, setLast] = useState<Readonly<Record<string, Written>>>({});
  const running = useRef(false);

  /** One at a time: a second key press must not write twice. */
  const alone = useCallback(async (act: () => Promise<boolean>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      return await act();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);

  const undo = useCallback(
    (id: string, onlyOurs: boolean) => {
      void alone(async () => {
        try {
          const line = await host.undo(id, onlyOurs);
          setNotUndone(null);
          setLast((all) => Object.fromEntries(Object.entries(all).filter(([, written]) => written.id !== id)));
          notify.say(`Taken back: ${files(line)}.`);
          onChanged();
          return true;
        } catch (error) {
          setNotUndone({ id, problem: asProblem(error) });
          notify.failed(error);
          return false;
        }
      });
    },
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
            return true;
          }
          const found = foundAfter(line, plan);
          setLast((all) => ({ ...all, [at]: { id: line.id, request, found, notes: plan.notes } }));
          notify.say(`Written: ${files(line)}. A backup is kept. ${pickUp(plan)}${looked(found)}`, {
            label: "Undo",
            run: () => undo(line.id, false),
          });
          onChanged();
          return true;
        } catch (error) {
          const problem = asProblem(error);
          end({ problem, reviewed: plan });
          // The review may be out of sight by now.
          notify.failed({ ...problem, message: `Nothing was written. ${problem.message}` });
          return false;
        }
      }),
    [host, notify, alone, undo, onWritten, onChanged],
  );

  return { busy, refused: refused[project] ?? null, notUndone, last: last[project] ?? null, write, undo };
}

function files({ files: paths }: ChangeSetLine): string {
  return paths.map((path) => visible(shortPath(path))).join(", ");
}

function looked(found: readonly Problem[]): string {
  return found.length === 0 ? "" : ` ${plural(found.length, "thing")} found in the written files: see Review.`;
}
