/** Which queries a run's tried servers, staged changes or drafts crowd out and which they win. */
import type { SearchQuery } from "../wire/generated";
import { changeWords, effectsOf, type QueryEffect } from "../lib/effects";
import { plural } from "../lib/format";
import { engineOf, engineTitle } from "../lib/lab";
import { visible } from "../lib/visible";
import { InfoLabel } from "../parts/InfoLabel";
import { ServerText } from "../parts/ServerText";
import type { TaskRun } from "./useTasks";

type Props = {
  run: TaskRun;
  /** Looks at a task of the run. */
  onTask: (task: SearchQuery) => void;
};

/** Queries named of each kind; the table has all. */
const NAMED = 8;
/** Tools named of each kind in one line; the query's own line in the table has all. */
const TOOLS = 2;

const LOSES =
  "Queries whose first expected tool is found further behind or not any more. Where none was found before or now: tools they found are gone.";
const WINS =
  "Queries whose first expected tool is found now or further in front. Where none was found before or now: a tool that was not found before stands first.";

export function RunEffects({ run: { search, request, tasks }, onTask }: Props) {
  if (search.compared === null) return null;
  // What counts is the search of the client looked at; the table has the other engines.
  const own = engineOf(request.client ?? "");
  const engine = search.engines.find(({ id }) => id === own) ?? search.engines[0];
  if (engine === undefined) return null;
  const { loses, wins, others } = effectsOf(search, engine.id);
  const look = (id: string) => {
    const task = tasks.find((one) => one.id === id);
    if (task !== undefined) onTask(task);
  };
  const some = loses.length + wins.length + others > 0;
  return (
    <section className="run-effects" aria-label="What changes">
      <p className="strong selectable">
        {engineTitle(engine.id)}
        {engine.fidelity === "exact" ? "" : ", approximate"}:{" "}
        {some
          ? `${plural(loses.length, "query loses", "queries lose")}, ${plural(wins.length, "wins", "win")}${others > 0 ? `, ${plural(others, "more has", "more have")} other results` : ""}.`
          : "no query has another answer."}
      </p>
      <Queries sign="▼" tone="danger" title="Crowded out" info={LOSES} effects={loses} onTask={look} />
      <Queries sign="▲" tone="ok" title="Won" info={WINS} effects={wins} onTask={look} />
    </section>
  );
}

type QueriesProps = {
  sign: string;
  tone: string;
  title: string;
  /** What counts as that. */
  info: string;
  effects: readonly QueryEffect[];
  onTask: (id: string) => void;
};

function Queries({ sign, tone, title, info, effects, onTask }: QueriesProps) {
  if (effects.length === 0) return null;
  return (
    <>
      <h3>
        <InfoLabel info={info}>{title}</InfoLabel>
      </h3>
      <ul aria-label={title}>
        {effects.slice(0, NAMED).map(({ query, change }) => (
          <li key={change.id} className="cut" title={visible(changeWords(change))}>
            <span className={tone} aria-hidden="true">
              {sign}
            </span>{" "}
            <button type="button" className="link" onClick={() => onTask(change.id)}>
              {visible(query)}
            </button>{" "}
            <span className="dim">
              <ServerText text={changeWords(change, TOOLS)} />
            </span>
          </li>
        ))}
        {effects.length > NAMED && (
          <li className="dim">and {plural(effects.length - NAMED, "more query", "more queries")}, in the table below</li>
        )}
      </ul>
    </>
  );
}
