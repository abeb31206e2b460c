/** Every task of a run with its place in each engine, misses first. */
import { useState } from "react";
import type { Search, SearchChange } from "../wire/generated";
import { ENGINES } from "../lib/lab";
import { verdict, VERDICT_WORD, type TaskPlace, type TaskRow } from "../lib/tasks";
import { visible } from "../lib/visible";
import { focusGrid } from "./focusGrid";
import { LabGrid } from "./LabGrid";
import type { Lab } from "./useLab";

type Props = { lab: Lab; rows: readonly TaskRow[]; run: Search };

export function RunTable({ lab, rows, run }: Props) {
  const [at, setAt] = useState(-1);
  const open = (index: number) => {
    const task = rows[index]?.task;
    if (task === undefined) return;
    setAt(index);
    lab.searching.say({ query: task.query, expected: task.expected });
    lab.setTab("results");
    focusGrid("results");
  };
  return (
    <LabGrid
      label="Tasks, misses first"
      name="tasks"
      className="run-table"
      columns={1 + run.engines.length}
      count={rows.length}
      rowHeight={44}
      at={at}
      head={
        <>
          <span role="columnheader">Query and what it expects</span>
          {run.engines.map(({ id, fidelity }) => (
            <span key={id} role="columnheader" className="right">
              {fidelity === "exact" ? "" : "~ "}
              {ENGINES.find(([known]) => known === id)?.[2] ?? id}
            </span>
          ))}
        </>
      }
      nameOf={(index) => rows[index]?.task.query ?? ""}
      onMove={setAt}
      onEnter={open}
      row={(index, place) => {
        const row = rows[index];
        return row === undefined ? null : (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the role comes with its place; keys are on the grid, which has the focus
          <div key={row.task.id} {...place} onClick={() => setAt(index)} onDoubleClick={() => open(index)}>
            <span role="gridcell" className="result-tool" title={row.task.expected.join(", ")}>
              <span className="strong cut">{visible(row.task.query)}</span>
              <span className="caption cut">{visible(row.task.expected.join(", "))}</span>
            </span>
            {row.places.map((found, column) => (
              <span
                key={run.engines[column]?.id}
                role="gridcell"
                className={`right selectable ${tone(row, found)}`}
                title={found.change === null ? undefined : changeTitle(found.change)}
              >
                {placeText(row, found)}
              </span>
            ))}
          </div>
        );
      }}
    />
  );
}

/** "✕", "2", "1 → 2", "1 → ✕". */
function placeText({ task }: TaskRow, { rank, change }: TaskPlace): string {
  if (task.expected.length === 0) return change === null ? "–" : "other results";
  const sign = (place: number | null) => (place === null ? "✕" : String(place));
  const moved = change !== null && change.rankBefore !== change.rankAfter;
  return moved ? `${sign(change.rankBefore)} → ${sign(change.rankAfter)}` : sign(rank);
}

function tone({ task }: TaskRow, { rank }: TaskPlace): string {
  if (task.expected.length === 0) return "dim";
  return rank === null ? "danger" : rank === 1 ? "ok" : "";
}

function changeTitle(change: SearchChange): string {
  const gone = change.gone.length > 0 ? `\nGone: ${visible(change.gone.join(", "))}` : "";
  const came = change.came.length > 0 ? `\nCame: ${visible(change.came.join(", "))}` : "";
  const order = change.reordered ? "\nThose that stayed stand in another order." : "";
  return `${VERDICT_WORD[verdict(change)]}${gone}${came}${order}`;
}
