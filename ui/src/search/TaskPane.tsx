/** Saved queries: the sets, the tasks of one, and running them. */
import { useState } from "react";
import type { TaskSet } from "../wire/generated";
import { visible } from "../lib/visible";
import { Choice } from "../parts/Choice";
import { Kbd } from "../parts/Kbd";
import { ProblemStrip } from "../parts/ProblemStrip";
import { TaskList } from "./TaskList";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  /** How the key that runs a set is written here. */
  runKey: string;
};

export function TaskPane({ lab, runKey }: Props) {
  const { tasks } = lab;
  const { current } = tasks;
  // The set whose name is edited, and the one whose removal waits for a second press.
  const [renaming, setRenaming] = useState<number | null>(null);
  const [dropping, setDropping] = useState<number | null>(null);
  return (
    <aside className="task-pane" data-pane aria-label="Task sets">
      {tasks.problem !== null && <ProblemStrip problem={tasks.problem} />}
      {current !== null && renaming !== current.id && (
        <Choice
          label="Task set"
          value={String(current.id)}
          options={tasks.sets.map(({ id, name }) => ({ value: String(id), label: visible(name) }))}
          onChange={(id) => tasks.choose(Number(id))}
        />
      )}
      {current !== null && renaming === current.id && (
        <Rename
          set={current}
          onDone={(name) => {
            if (name !== null) tasks.rename(name);
            setRenaming(null);
          }}
        />
      )}
      <div className="task-tools">
        <button type="button" className="link" onClick={tasks.create}>
          New
        </button>
        <button type="button" className="link" onClick={tasks.importFile}>
          Import…
        </button>
        {current !== null && (
          <>
            <button type="button" className="link" onClick={tasks.exportFile}>
              Export…
            </button>
            <button type="button" className="link" onClick={() => setRenaming(current.id)}>
              Rename
            </button>
            <button
              type="button"
              className={dropping === current.id ? "link danger" : "link"}
              onBlur={() => setDropping(null)}
              onClick={() => {
                if (dropping === current.id) tasks.drop();
                setDropping(dropping === current.id ? null : current.id);
              }}
            >
              {dropping === current.id ? "Really delete" : "Delete"}
            </button>
          </>
        )}
      </div>
      {current === null || current.tasks.length === 0 ? (
        <p className="dim task-hint">
          A task is a query with the tools it should find. Search, mark the right result with Space, and add it.
        </p>
      ) : (
        <TaskList lab={lab} set={current} />
      )}
      <button
        type="button"
        className="button primary"
        disabled={current === null || current.tasks.length === 0 || tasks.running}
        aria-busy={tasks.running}
        onClick={lab.runTasks}
      >
        {tasks.running ? "Running…" : "Run all"} <Kbd>{runKey}</Kbd>
      </button>
    </aside>
  );
}

function Rename({ set, onDone }: { set: TaskSet; onDone: (name: string | null) => void }) {
  const [name, setName] = useState(set.name);
  return (
    <input
      className="field"
      aria-label="Name of the task set"
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the user asked for this field
      autoFocus
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => onDone(name === set.name ? null : name)}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key !== "Escape") return;
        event.preventDefault();
        onDone(null);
      }}
    />
  );
}
