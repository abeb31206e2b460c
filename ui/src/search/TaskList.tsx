/** The tasks of a set; each shows how the last run went. */
import { useState } from "react";
import type { TaskSet } from "../wire/generated";
import { visible } from "../lib/visible";
import { LabGrid } from "./LabGrid";
import type { Lab } from "./useLab";

type Props = { lab: Lab; set: TaskSet };

/** Sign, word and tone of a task in the last run. */
const NOT_RUN = ["○", "not run", "dim"] as const;
const MISSED = ["✕", "missed", "danger"] as const;
const FOUND = ["●", "found", "ok"] as const;

export function TaskList({ lab, set }: Props) {
  const [active, setActive] = useState<string | null>(null);
  const { run } = lab.tasks;
  const at = set.tasks.findIndex(({ id }) => id === active);
  const open = (index: number) => {
    const task = set.tasks[index];
    if (task === undefined) return;
    setActive(task.id);
    lab.openTask(task);
  };
  const state = (index: number) => {
    const task = set.tasks[index];
    if (task === undefined || task.expected.length === 0 || run === null || !run.tasks.includes(task)) return NOT_RUN;
    return (run.search.summaries[0]?.misses.includes(task.id) ?? false) ? MISSED : FOUND;
  };
  return (
    <LabGrid
      label={`Tasks of ${set.name}`}
      name="set"
      className="task-list"
      columns={3}
      count={set.tasks.length}
      rowHeight={28}
      at={at}
      nameOf={(index) => set.tasks[index]?.query ?? ""}
      onMove={(index) => setActive(set.tasks[index]?.id ?? null)}
      onEnter={open}
      onKey={(key, index) => {
        const task = set.tasks[index];
        if (key !== "Delete" || task === undefined) return false;
        lab.tasks.remove(task.id);
        return true;
      }}
      row={(index, place) => {
        const task = set.tasks[index];
        const [sign, word, tone] = state(index);
        return task === undefined ? null : (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the role comes with its place; keys are on the grid, which has the focus
          <div key={task.id} {...place} onClick={() => open(index)}>
            <span role="gridcell" className={tone}>
              <span role="img" aria-label={word}>
                {sign}
              </span>
            </span>
            <span role="gridcell" className="cut" title={task.query}>
              {visible(task.query)}
            </span>
            <span role="gridcell">
              <button
                type="button"
                className="button quiet"
                tabIndex={-1}
                aria-label={`Remove ${task.query}`}
                onClick={(event) => {
                  event.stopPropagation();
                  lab.tasks.remove(task.id);
                }}
              >
                ×
              </button>
            </span>
          </div>
        );
      }}
    />
  );
}
