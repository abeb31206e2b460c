/** The task sets that suggestions, scopes and proofs are measured with, and the one chosen. */
import { useEffect, useState } from "react";
import type { TaskSet } from "../wire/generated";
import type { Host } from "../wire/host";
import { useStored } from "../lib/stored";

export type TaskSetsState = {
  sets: readonly TaskSet[];
  /** Null: there is none. */
  chosen: TaskSet | null;
  choose: (id: number) => void;
};

export function useTaskSets(host: Host): TaskSetsState {
  const [sets, setSets] = useState<readonly TaskSet[]>([]);
  const [id, choose] = useStored<number>("loadingTasks", 0);
  useEffect(() => {
    host.taskSets().then(setSets, () => {
      // Without task sets only what needs them is missing, and says so.
    });
  }, [host]);
  return { sets, chosen: sets.find((set) => set.id === id) ?? sets[0] ?? null, choose };
}
