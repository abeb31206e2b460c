/** Task sets: kept by the host, filled from the current query, read from and written to files, run. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Problem, Search, SearchQuery, SearchRequest, TaskSet } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";
import { plural } from "../lib/format";
import { freeName, withoutTask, withTask } from "../lib/tasks";
import { useNotify } from "../parts/Notices";

/** One run of a task set. */
export type TaskRun = { search: Search; tasks: readonly SearchQuery[]; name: string; request: SearchRequest };

export type TasksState = {
  sets: readonly TaskSet[];
  /** Why the sets could not be read. */
  problem: Problem | null;
  current: TaskSet | null;
  choose: (id: number) => void;
  create: () => void;
  rename: (name: string) => void;
  drop: () => void;
  /** Adds a query to the current set, or to a new one. */
  add: (query: string, expected: readonly string[]) => void;
  remove: (task: string) => void;
  importFile: () => void;
  exportFile: () => void;
  run: TaskRun | null;
  running: boolean;
  start: () => void;
  exportTrace: () => void;
};

/** The first part of a file's name. */
function stem(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[^.]+$/, "");
}

/** `requestFor` makes the request that runs these tasks in the scope of now. */
export function useTasks(host: Host, active: boolean, requestFor: (tasks: readonly SearchQuery[]) => SearchRequest): TasksState {
  const notify = useNotify();
  const [sets, setSets] = useState<readonly TaskSet[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, choose] = useState<number | null>(null);
  const [run, setRun] = useState<TaskRun | null>(null);
  const [running, setRunning] = useState(false);
  const turn = useRef(0);
  const current = sets.find(({ id }) => id === chosen) ?? sets[0] ?? null;

  useEffect(() => {
    if (!active) return;
    host.taskSets().then(
      (found) => {
        setSets(found);
        setProblem(null);
      },
      (error: unknown) => setProblem(asProblem(error)),
    );
  }, [host, active]);

  const keep = (set: TaskSet, said: string) => {
    const before = new Set(sets.map(({ id }) => id));
    host.saveTaskSet(set).then((all) => {
      setSets(all);
      choose(set.id === 0 ? (all.find(({ id }) => !before.has(id))?.id ?? null) : set.id);
      notify.say(said);
    }, notify.failed);
  };

  const importFile = async () => {
    const path = await host.pickFile("Import a task set", ["jsonl", "json"]);
    if (path === null) return;
    const read = await host.readTasks(await host.readChosen(path));
    const name = freeName(stem(path), sets);
    keep({ ...read, id: 0, name }, `Imported ${plural(read.tasks.length, "task")} as “${name}”.`);
  };
  const save = async (name: string, text: string) => {
    const path = await host.saveText(name, text);
    if (path !== null) notify.say(`Saved ${path}`);
  };

  const start = useCallback(() => {
    if (current === null || current.tasks.length === 0) return;
    const mine = (turn.current += 1);
    const request = requestFor(current.tasks);
    setRunning(true);
    host
      .search(request)
      .then((search) => {
        if (mine === turn.current) setRun({ search, tasks: current.tasks, name: current.name, request });
      }, notify.failed)
      .finally(() => {
        if (mine === turn.current) setRunning(false);
      });
  }, [host, notify, current, requestFor]);

  return {
    sets,
    problem,
    current,
    choose,
    create: () => keep({ id: 0, name: freeName("New set", sets), tasks: [] }, "Made a new task set."),
    rename: (name) => {
      if (current !== null && name.trim() !== "") keep({ ...current, name: name.trim() }, "Renamed.");
    },
    drop: () => {
      if (current === null) return;
      host.removeTaskSet(current.id).then(setSets, notify.failed);
    },
    add: (query, expected) => {
      if (query.trim() === "") return;
      const set = current ?? { id: 0, name: freeName("My tasks", sets), tasks: [] };
      keep(withTask(set, query.trim(), expected), `“${query.trim()}” is in “${set.name}”.`);
    },
    remove: (task) => {
      if (current !== null) keep(withoutTask(current, task), "Removed from the set.");
    },
    importFile: () => void importFile().catch(notify.failed),
    exportFile: () => {
      if (current === null) return;
      host.writeTasks(current).then((text) => save(`${current.name}.jsonl`, text)).catch(notify.failed);
    },
    run,
    running,
    start,
    exportTrace: () => {
      if (run === null) return;
      host.searchTrace(run.request).then((text) => save(`${run.name}-trace.jsonl`, text)).catch(notify.failed);
    },
  };
}
