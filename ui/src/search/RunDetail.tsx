/** One query of a run in every engine: its place, what changed around it, why nothing is found. */
import { useEffect, useRef } from "react";
import { placeWords, type TaskRow } from "../lib/tasks";
import type { Search } from "../wire/generated";
import { engineTitle } from "../lib/lab";
import { visible } from "../lib/visible";
import { ServerText } from "../parts/ServerText";

type Props = { row: TaskRow; run: Search };

export function RunDetail({ row, run }: Props) {
  const { task, places, always } = row;
  const pane = useRef<HTMLElement>(null);
  // In a low window it stands below what is seen of the run.
  useEffect(() => {
    // Newer engines answer a promise, which is no clean-up.
    pane.current?.scrollIntoView({ block: "nearest" });
  }, [row]);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by key
    <section ref={pane} className="run-detail" aria-label="This task in every engine" tabIndex={0}>
      <h3>“{visible(task.query)}”, place of the first expected tool</h3>
      {always.length > 0 && (
        <p className="warn">
          Loaded always, so no search lists it: <ServerText text={always.join(", ")} />
        </p>
      )}
      <ul>
        {places.map((place, column) => {
          const engine = run.engines[column]?.id ?? "";
          return (
            <li key={engine}>
              {engineTitle(engine)}:{" "}
              <span className="dim">
                <ServerText text={placeWords(task, place)} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
