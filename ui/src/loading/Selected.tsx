/** The entry or tool selected: what decides, what may be chosen, where it may go. */
import type { SwitchOption, TaskSet } from "../wire/generated";
import { asStaged, cellAt, look, stagedAt, switchAt, type BoardLine } from "../lib/board";
import { clientName } from "../lib/clients";
import { count, plural } from "../lib/format";
import { slotOf } from "../lib/specs";
import type { StagedAction, StagedChange } from "../lib/staged";
import { Empty } from "../parts/Empty";
import { FileLink } from "../parts/FileLink";
import { isWrapped, throughWrapper } from "../lib/wrapping";
import { ServerText } from "../parts/ServerText";
import { Arrival } from "./Arrival";
import { Drift } from "./Drift";
import { OptionList } from "./OptionList";
import { PlacesForm } from "./PlacesForm";
import { ScopeFilter } from "./ScopeFilter";

type Props = {
  line: BoardLine | null;
  /** The client looked at, counted from the first. */
  column: number;
  changes: ReadonlyMap<string, StagedChange>;
  taskSet: TaskSet | null;
  project: string | null;
  onPick: (option: SwitchOption) => void;
  onColumn: (column: number) => void;
  dispatch: (action: StagedAction) => void;
  onServer: () => void;
};

export function Selected(props: Props) {
  const { line, column, changes, dispatch } = props;
  if (line === null) return <Empty title="Select a server or a tool to see what decides how it loads." />;
  const cell = cellAt(line, column);
  const found = switchAt(line, column);
  const here = found === null ? null : asStaged(found, changes);
  const staged = here === null ? undefined : stagedAt(here, changes);
  const others = line.cells.flatMap((other, index) => (other === null ? [] : [{ index, id: cellAt(line, index)?.client ?? "" }]));
  const server = line.kind === "server";
  return (
    <article className="selected-entry" aria-label={`${server ? "Server" : "Tool"} ${line.name}`}>
      <header>
        <h2 tabIndex={-1} data-focus-first>
          <ServerText text={line.name} />
        </h2>
        <p className="caption">
          {server ? "server" : <ServerText text={`tool of ${line.serverName}`} />} ·{" "}
          {line.tokens === null ? "weight not known" : `${count(line.tokens)} tok`}{" "}
          <button type="button" className="link" onClick={props.onServer}>
            Open server
          </button>
        </p>
        {server && line.twin !== null && (
          <p className="caption">
            One of {plural(line.twin.amount, "different server")} of this name: <ServerText text={line.twin.which} />
          </p>
        )}
        {others.length > 1 && (
          <div className="client-tabs" role="group" aria-label="Client">
            {others.map(({ index, id }) => (
              <button key={id} type="button" className="button" aria-pressed={index === column} onClick={() => props.onColumn(index)}>
                {clientName(id)}
              </button>
            ))}
          </div>
        )}
      </header>
      {cell === null || here === null ? (
        <p className="dim">This client does not define it. Copy it there from another client.</p>
      ) : (
        <>
          <section>
            <h3>
              {clientName(cell.client)}, {cell.scope}
            </h3>
            <OptionList here={here} changes={changes} label={`How ${line.name} loads in ${clientName(cell.client)}`} onPick={props.onPick} />
            {staged !== undefined && (
              <p>
                Staged; {cell.coming ? "without it" : "now"} {look(here.current, cell.tools).word.toLowerCase()}.{" "}
                <button type="button" className="link" onClick={() => dispatch({ type: "unstage", slots: [slotOf(staged)] })}>
                  Put back
                </button>
              </p>
            )}
            <p className="dim">
              <ServerText text={here.because} />
            </p>
            <FileLink file={cell.file} line={cell.line} />
            {server && (
              <p className="selectable">
                Standing {count(cell.standing)}
                {cell.plannedStanding !== cell.standing && <strong> → {count(cell.plannedStanding)}</strong>} tok before the first message
              </p>
            )}
            {server && throughWrapper(cell, staged) && (
              <p className="caption">
                Through Plimsoll: weighed is what the wrapper itself shows this client, from the tools as last listed.
                {isWrapped(cell) && " To choose among the server’s own tools, take the wrapper out first."}
              </p>
            )}
          </section>
          {server && cell.newTools.length > 0 && <Drift cell={cell} dispatch={dispatch} />}
          {server && (
            <ScopeFilter key={cell.target} cell={cell} changes={changes} taskSet={props.taskSet} project={props.project} dispatch={dispatch} />
          )}
          {server && cell.coming && <Arrival cell={cell} changes={changes} dispatch={dispatch} />}
          {server && <PlacesForm key={`places ${cell.target}`} cell={cell} changes={changes} dispatch={dispatch} />}
        </>
      )}
    </article>
  );
}
