/** How one server or tool loads in one client, and its switch for the pointer. */
import type { SwitchCell, SwitchOption } from "../wire/generated";
import { chosen, look, noSwitch, optionTitle, stagedAt, type Changes, type Switch } from "../lib/board";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { visible } from "../lib/visible";
import { isWrapped } from "../lib/wrapping";
import { LoadingChip } from "../parts/LoadingChip";
import { Mark } from "../parts/Mark";

type Props = {
  here: Switch;
  /** The whole entry; null for a tool. */
  entry: SwitchCell | null;
  client: string;
  /** Of the server or tool. */
  name: string;
  changes: Changes;
  onPick: (option: SwitchOption) => void;
};

export function BoardCell({ here, entry, client, name, changes, onPick }: Props) {
  const { fill, word } = look(here.planned, entry?.tools);
  const none = noSwitch(here);
  const coming = entry?.coming === true;
  const changed = coming || stagedAt(here, changes) !== undefined || here.current !== here.planned;
  const now = chosen(here, changes);
  const free = here.options.filter(({ unavailable }) => unavailable === null);
  const was = coming ? { fill: "off", words: "not there now" } : wasAt(here, entry);
  return (
    <>
      {changed && <span className={`was-swatch fill-${was.fill}`} title={was.words} aria-hidden="true" />}
      <span className="board-switch">
        <LoadingChip loading={fill}>{none === null ? `${word} ▾` : word}</LoadingChip>
        {none === null && (
          <select
            tabIndex={-1}
            className="cell-select"
            aria-label={`${visible(name)} in ${clientName(client)}`}
            value={now?.spec ?? ""}
            onClick={(event) => event.stopPropagation()}
            onChange={(event) => {
              const option = free.find(({ spec }) => spec === event.target.value);
              if (option !== undefined) onPick(option);
            }}
          >
            {now === null && <option value="">{word}</option>}
            {here.options.map((option) => (
              <option key={option.spec} value={option.spec} disabled={option.unavailable !== null}>
                {optionTitle(option)}
              </option>
            ))}
          </select>
        )}
      </span>
      {entry !== null && isWrapped(entry) && (
        <span className="through" role="img" aria-label="through Plimsoll" title="Starts Plimsoll’s wrapper in front of the server.">
          <Mark size={14} />
        </span>
      )}
      {changed && (
        <span className="staged-mark" role="img" aria-label="staged">
          ●
        </span>
      )}
      {changed ? (
        <>
          <span className="visually-hidden">{was.words}</span>
          <span className="caption board-note was-word" aria-hidden="true">
            {was.words}
          </span>
        </>
      ) : (
        <span className="caption board-note" title={none ?? drift(entry) ?? here.because}>
          {note(none, entry)}
          {none === null && entry !== null && entry.newTools.length > 0 && (
            <span className="visually-hidden"> new tools since you chose</span>
          )}
        </span>
      )}
    </>
  );
}

function wasAt({ current }: Switch, entry: SwitchCell | null) {
  const { fill, word } = look(current, entry?.tools);
  return { fill, words: `was ${word}` };
}

function drift(entry: SwitchCell | null): string | null {
  const amount = entry?.newTools.length ?? 0;
  return amount > 0 ? `${plural(amount, "tool")} appeared since you chose.` : null;
}

function note(none: string | null, entry: SwitchCell | null): string {
  if (none !== null) return "no switch";
  if (entry === null) return "";
  return entry.newTools.length > 0 ? `+${entry.newTools.length}` : entry.scope;
}
