/** Every task of a run with its place in each engine, misses first. */
import { useState } from "react";
import type { Search } from "../wire/generated";
import { ENGINES } from "../lib/lab";
import { placeWords, type TaskPlace, type TaskRow } from "../lib/tasks";
import { visible } from "../lib/visible";
import { InfoLabel } from "../parts/InfoLabel";
import { LabGrid } from "./LabGrid";
import { RunDetail } from "./RunDetail";
import type { Lab } from "./useLab";

type Props = { lab: Lab; rows: readonly TaskRow[]; run: Search };

/** What the numbers under an engine are. */
const PLACES = "Place of the first expected tool, from 1; ✕ where it is not among the results; before → now where it moved.";

export function RunTable({ lab, rows, run }: Props) {
  const [at, setAt] = useState(-1);
  const open = (index: number) => {
    const task = rows[index]?.task;
    if (task === undefined) return;
    setAt(index);
    lab.openTask(task);
  };
  const shown = rows[at];
  return (
    <>
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
                <InfoLabel info={PLACES}>
                  {fidelity === "exact" ? "" : "~ "}
                  {ENGINES.find(([known]) => known === id)?.[2] ?? id}
                </InfoLabel>
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
                  title={visible(placeWords(row.task, found))}
                >
                  {placeText(row, found)}
                </span>
              ))}
            </div>
          );
        }}
      />
      {shown !== undefined && <RunDetail row={shown} run={run} />}
    </>
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
