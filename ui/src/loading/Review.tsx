/** What is staged, what it would write file by file, and what stands against it. */
import type { PlanView, SwitchClient } from "../wire/generated";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { LEVELS } from "../lib/levels";
import { slotOf, specTitle, stateOf } from "../lib/specs";
import type { Choices, StagedAction } from "../lib/staged";
import { Check } from "../parts/Check";
import { Choice } from "../parts/Choice";
import { Empty } from "../parts/Empty";
import { Finding } from "../parts/Finding";
import { Kbd } from "../parts/Kbd";
import { ServerText } from "../parts/ServerText";
import { Strip } from "../parts/Strip";
import { Conflict } from "./Conflict";
import { Hunks } from "./Hunks";
import { Noted } from "./Noted";
import type { Refused, Written } from "./useWrite";

type Props = {
  choices: Choices;
  /** Null: nothing is staged, or the plan is being made. */
  plan: PlanView | null;
  pending: boolean;
  clients: readonly SwitchClient[];
  refused: Refused | null;
  busy: boolean;
  /** What was written last from here, while it stands; null: nothing. */
  written: Written | null;
  /** How the key that writes is written here. */
  writeKey: string;
  dispatch: (action: StagedAction) => void;
  onWrite: () => void;
  onReplan: () => void;
  onPresets: () => void;
  onProof: () => void;
};

export function Review(props: Props) {
  const { choices, plan, pending, refused, busy, written, dispatch } = props;
  const staged = [...choices.changes.values()];
  const stopped = (plan?.refused.length ?? 0) > 0;
  const runs = props.clients.filter(({ id, running }) => running && plan?.files.some(({ client }) => client === id));
  const about = (id: string) => staged.some(({ text }) => text.startsWith(id));
  // What is on or off there may stand in the entries or in the agent's list.
  const cursorOff = staged.some((change) => change.text.startsWith("cursor") && /^(on|off)$/.test(stateOf(change) ?? ""));
  return (
    <div className="review">
      <h2 tabIndex={-1} data-focus-first>
        Review{" "}
        {staged.length > 0 && (
          <span className="caption">
            {plural(plan?.files.length ?? 0, "file")}, {plural(staged.length, "change")}
          </span>
        )}
      </h2>
      {staged.length === 0 && refused === null && (
        <Empty title={written !== null ? "Written. A proof shows whether it took effect." : "Nothing is staged. Set a switch; nothing is written before you say so."}>
          {written !== null && (
            <button type="button" className="button" onClick={props.onProof}>
              To the proof
            </button>
          )}
        </Empty>
      )}
      {written !== null && <Noted written={written} more={staged.length > 0} />}
      {refused !== null && <Conflict refused={refused} now={plan} onReplan={props.onReplan} />}
      <ul className="staged-list">
        {staged.map((change) => (
          <li key={change.text}>
            <span>
              <ServerText text={specTitle(change)} />
            </span>
            <button type="button" className="button quiet" aria-label={`Put back: ${specTitle(change)}`} onClick={() => dispatch({ type: "unstage", slots: [slotOf(change)] })}>
              ×
            </button>
          </li>
        ))}
      </ul>
      {about("claude-code") && (
        <Choice label="Rules and mode go to settings" value={choices.level ?? ""} options={LEVELS} onChange={(level) => dispatch({ type: "level", level: level === "" ? null : level })} />
      )}
      {cursorOff && (
        <Check checked={choices.cursorAgent} onChange={(on) => dispatch({ type: "cursorAgent", on })}>
          Cursor: use the agent’s own list of servers that are off
        </Check>
      )}
      {plan !== null && stopped && (
        <section>
          <Strip tone="danger">Nothing is written while a change is refused. Put it back, or change what it says.</Strip>
          <ul>
            {plan.refused.map((problem, index) => (
              <Finding key={index} problem={problem} />
            ))}
          </ul>
        </section>
      )}
      {runs.map(({ id }) => (
        <Strip key={id} tone="warn">
          {clientName(id)} is running: {id === "claude-desktop" ? "quit it completely, its tray icon too, before writing." : "it may overwrite its files when it ends. Check again after that."}
        </Strip>
      ))}
      {plan?.notes.map((problem, index) => (
        <ul key={index}>
          <Finding problem={problem} />
        </ul>
      ))}
      {plan !== null && plan.files.length === 0 && !stopped && staged.length > 0 && <p className="dim">The files say so already: nothing would be written.</p>}
      {plan?.files.map((file) => <Hunks key={file.path} file={file} />)}
      {staged.length > 0 && (
        <p className="review-foot">
          <button type="button" className="button primary" disabled={busy || pending || stopped || plan === null} onClick={props.onWrite}>
            {busy ? "Writing…" : pending ? "Planning…" : `Write ${plural(plan?.files.length ?? 0, "file")}`} <Kbd>{props.writeKey}</Kbd>
          </button>
          <button type="button" className="button" onClick={props.onPresets}>
            Save as preset…
          </button>
        </p>
      )}
    </div>
  );
}
