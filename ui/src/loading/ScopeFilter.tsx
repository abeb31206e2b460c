/** Keeps only some tools of a server: chosen by box, pattern, hints, findings or weight. */
import { useId, useState } from "react";
import type { SwitchCell, TaskSet } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { count, plural } from "../lib/format";
import { audiencesOf, byAudience, byPattern, byReadOnly, byWeight, keptAs, offered } from "../lib/scope";
import { foundBy } from "../lib/foundBy";
import { slotOf } from "../lib/specs";
import type { StagedAction, StagedChange } from "../lib/staged";
import { isWrapped, onlyThese, scopedBy } from "../lib/wrapping";
import { useNotify } from "../parts/Notices";
import { Choice } from "../parts/Choice";
import { Check } from "../parts/Check";
import { NumberField } from "../parts/NumberField";
import { ServerText } from "../parts/ServerText";
import { ScopeTools } from "./ScopeTools";

type Props = {
  cell: SwitchCell;
  changes: ReadonlyMap<string, StagedChange>;
  taskSet: TaskSet | null;
  project: string | null;
  dispatch: (action: StagedAction) => void;
};

export function ScopeFilter({ cell, changes, taskSet, project, dispatch }: Props) {
  const host = useHost();
  const notify = useNotify();
  const id = useId();
  const { tools } = cell;
  const [kept, setKept] = useState<ReadonlySet<string>>(() => offered(tools));
  const [pattern, setPattern] = useState("");
  const [amount, setAmount] = useState<number | null>(5);
  const [audience, setAudience] = useState("");
  const [defer, setDefer] = useState(true);
  if (tools.length === 0 || isWrapped(cell)) return null;
  const audiences = audiencesOf(tools);
  const choose = (names: ReadonlySet<string>) => {
    setPattern("");
    setKept(names);
  };
  const tokens = tools.filter(({ name }) => kept.has(name)).reduce((sum, tool) => sum + tool.tokens, 0);
  const by = scopedBy(cell);
  const through = by === "plimsoll";
  const allOffered = offered(tools);
  const same = kept.size === allOffered.size && [...kept].every((name) => allOffered.has(name));
  const byTasks = () => {
    if (taskSet === null) return;
    foundBy(host, taskSet, cell, changes, project).then(choose, notify.failed);
  };
  const change = onlyThese(cell, keptAs(tools, kept, pattern), defer);
  const slot = slotOf(change);
  const said = changes.get(slot)?.text ?? "";
  const staged = through ? said.includes("only:") : said !== "";

  return (
    <section aria-labelledby={id} className="scope">
      <h3 id={id}>Keep only these tools{through && " (through Plimsoll)"}</h3>
      <div className="scope-tools">
        <span className="choice">
          <label className="caption" htmlFor={`${id}pattern`}>
            Pattern
          </label>
          <input
            id={`${id}pattern`}
            className="field mono"
            placeholder="list_*, get_*"
            value={pattern}
            onChange={(event) => {
              setPattern(event.target.value);
              setKept(byPattern(tools, event.target.value));
            }}
          />
        </span>
        <span className="scope-buttons">
          <button type="button" className="button" onClick={() => choose(new Set(tools.map(({ name }) => name)))}>
            All
          </button>
          <button type="button" className="button" onClick={() => choose(byReadOnly(tools))}>
            Read-only
          </button>
          <button
            type="button"
            className="button"
            disabled={taskSet === null}
            title={taskSet === null ? "Save a task set in the Search lab first." : undefined}
            onClick={byTasks}
          >
            Found by {taskSet === null ? "my task set" : `“${taskSet.name}”`}
          </button>
        </span>
        <span className="scope-buttons">
          <NumberField label="Top" value={amount} onChange={setAmount} />
          <button type="button" className="button" onClick={() => choose(byWeight(tools, amount ?? 0, true))}>
            heaviest
          </button>
          <button type="button" className="button" onClick={() => choose(byWeight(tools, amount ?? 0, false))}>
            lightest
          </button>
        </span>
        {audiences.length > 0 && (
          <Choice
            label="Audience"
            value={audience}
            options={[{ value: "", label: "choose…" }, ...audiences.map((name) => ({ value: name, label: name }))]}
            onChange={(name) => {
              setAudience(name);
              if (name !== "") choose(byAudience(tools, name));
            }}
          />
        )}
      </div>
      <ScopeTools
        tools={tools}
        kept={kept}
        onKeep={(name, keep) => {
          const next = new Set(kept);
          if (keep) next.add(name);
          else next.delete(name);
          choose(next);
        }}
      />
      <p className="selectable">
        {count(kept.size)} of {plural(tools.length, "tool")}, {count(tokens)} tok of definitions
      </p>
      {kept.size === 0 && <p className="caption">To have none of them, switch the server off.</p>}
      {through && (
        <Check checked={defer} onChange={setDefer}>
          And load them when needed
        </Check>
      )}
      {by === null && (
        <p className="caption">
          <ServerText text={noScope(cell)} />
        </p>
      )}
      <p className="scope-buttons">
        <button type="button" className="button" disabled={by === null || kept.size === 0 || same} onClick={() => dispatch({ type: "stage", changes: [change] })}>
          Stage “only these”
        </button>
        {staged && (
          <button type="button" className="button quiet" onClick={() => dispatch({ type: "unstage", slots: [slot] })}>
            Put back
          </button>
        )}
        {by === "client" && (
          <button
            type="button"
            className="button quiet"
            title="Takes out deny rules that others cover; what is denied stays the same."
            onClick={() => dispatch({ type: "stage", changes: [{ list: "mergeRules", text: cell.client, from: null }] })}
          >
            Merge deny rules
          </button>
        )}
      </p>
    </section>
  );
}

/** Why single tools cannot be chosen here. */
function noScope({ tools }: SwitchCell): string {
  return tools[0]?.options.find(({ state }) => state === "off")?.unavailable ?? "This client has no switch for single tools.";
}
