/** Whether a write still stands in its files, and making it once more where it does not. */
import { useCallback, useRef, useState } from "react";
import type { ChangeSetLine, PlanView, Problem } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";
import { clock, shortPath } from "../lib/format";
import { emptyRequest } from "../lib/specs";
import { visible } from "../lib/visible";
import { missedIn, standing } from "../lib/writes";
import { useNotify } from "../parts/Notices";
import type { WriteState } from "./useWrite";

/** A write that its files do not hold any more. */
export type Missed = {
  line: ChangeSetLine;
  /** The files that lack it. */
  files: readonly string[];
  /** What would make it once more; null: it cannot be, see `problem`. */
  plan: PlanView | null;
  problem: Problem | null;
};

export type MissedState = {
  /** The one looked for last, if it is missing; null: nothing is. */
  missed: Missed | null;
  /** Looks whether a write still stands. */
  look: (id: string) => void;
  /** Makes the missing one once more, as shown. */
  again: () => void;
  /** Leaves the files as they are and gives the write up. */
  letGo: () => void;
};

/** `writes` is the history as shown; `onHistory` is called when it is out of date. */
export function useMissed(
  host: Host,
  project: string | null,
  { write, undo }: Pick<WriteState, "write" | "undo">,
  writes: readonly ChangeSetLine[] | null,
  onHistory: () => void,
): MissedState {
  const notify = useNotify();
  const [found, setFound] = useState<Missed | null>(null);
  const latest = useRef(0);

  const look = useCallback(
    (id: string) => {
      latest.current += 1;
      const turn = latest.current;
      const settle = (missed: Missed | null, said?: string) => {
        if (latest.current !== turn) return;
        setFound(missed);
        if (said !== undefined) notify.say(said);
      };
      const see = async () => {
        // Another window or the terminal may have taken it back meanwhile.
        const of = standing(await host.writes()).find(({ line }) => line.id === id);
        if (of === undefined) {
          settle(null, "Plimsoll itself has taken it back or written over it since: nothing is missing.");
          onHistory();
          return;
        }
        const { line } = of;
        try {
          const plan = await host.plan({ ...emptyRequest(project), restore: id });
          const files = missedIn(plan, of).map(({ path }) => path);
          if (files.length === 0) settle(null, `What was written ${clock(line.at)} still stands in ${names(of.own)}.`);
          else settle({ line, files, plan, problem: null });
        } catch (error) {
          settle({ line, files: of.own, plan: null, problem: asProblem(error) });
        }
      };
      see().catch(notify.failed);
    },
    [host, notify, project, onHistory],
  );

  // What was taken back or written over since is missing no longer.
  const missed = found !== null && standing(writes ?? []).some(({ line }) => line.id === found.line.id) ? found : null;
  return {
    missed,
    look,
    again: () => {
      const { line, plan } = missed ?? {};
      if (line === undefined || plan == null) return;
      // Refused, because a file has changed since: what would be written now is another thing.
      void write(plan).then((done) => (done ? setFound(null) : look(line.id)));
    },
    letGo: () => missed !== null && undo(missed.line.id, true),
  };
}

/** Files in a sentence. */
export function names(files: readonly string[]): string {
  return files.map((path) => visible(shortPath(path))).join(", ");
}
