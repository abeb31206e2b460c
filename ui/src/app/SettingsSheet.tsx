/** Plimsoll's settings and its list of projects. */
import { useState, type SyntheticEvent } from "react";
import type { About, Settings } from "../wire/generated";
import { shortPath } from "../lib/format";
import { problemsOf } from "../lib/settings";
import { Choice } from "../parts/Choice";
import { NumberField } from "../parts/NumberField";
import { Sheet } from "../parts/Sheet";
import { ProjectList } from "./ProjectList";
import type { ProjectsState } from "./useProjects";
import "./settings.css";

type Props = {
  settings: Settings;
  known: ProjectsState;
  about: About | null;
  onSave: (settings: Settings) => void;
  onClose: () => void;
};

const TOKENIZERS = [
  { value: "o200k_base", label: "o200k_base (newer)" },
  { value: "cl100k_base", label: "cl100k_base (older)" },
];
const THEMES = [
  { value: "system", label: "As the system" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
];
const ACCESS = [
  { value: "unknown", label: "I do not know" },
  { value: "alreadyLoaded", label: "Tools already loaded" },
  { value: "whenNeeded", label: "Load tools when needed" },
];

export function SettingsSheet({ settings, known, about, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(settings);
  const set = (part: Partial<Settings>) => setDraft({ ...draft, ...part });
  const wrong = problemsOf(draft);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (wrong.length === 0) onSave(draft);
  };
  return (
    <Sheet
      title="Settings"
      onClose={onClose}
      foot={
        <>
          <span className="grow caption selectable">
            {about !== null && `Plimsoll ${about.version}, data in ${shortPath(about.dataFolder)}`}
          </span>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form="settings" className="button primary" disabled={wrong.length > 0}>
            Save
          </button>
        </>
      }
    >
      <form id="settings" className="settings" onSubmit={save}>
        <fieldset>
          <legend className="strong">Weighing</legend>
          <Choice label="Tokenizer" value={draft.tokenizer} options={TOKENIZERS} onChange={(tokenizer) => set({ tokenizer })} />
          <NumberField
            label="Model window, tokens; empty shows no share"
            value={draft.modelWindow}
            optional
            onChange={(modelWindow) => set({ modelWindow })}
          />
          <Choice
            label="Claude Desktop, tool access mode"
            value={draft.desktopToolAccess}
            options={ACCESS}
            onChange={(desktopToolAccess) => set({ desktopToolAccess })}
          />
          <p className="caption">
            No file of Claude Desktop tells this. What you choose is shown as “as you told us”.
          </p>
        </fieldset>
        <fieldset>
          <legend className="strong">Connecting</legend>
          <NumberField label="Time to start, ms" value={draft.startTimeoutMs} onChange={(value) => set({ startTimeoutMs: value ?? 0 })} />
          <NumberField label="Time to list tools, ms" value={draft.listTimeoutMs} onChange={(value) => set({ listTimeoutMs: value ?? 0 })} />
          <NumberField label="Servers at once" value={draft.parallel} onChange={(value) => set({ parallel: value ?? 0 })} />
        </fieldset>
        <fieldset>
          <legend className="strong">Window</legend>
          <Choice label="Theme" value={draft.theme} options={THEMES} onChange={(theme) => set({ theme })} />
        </fieldset>
        {wrong.map((sentence) => (
          <p key={sentence} className="danger" role="alert">
            {sentence}
          </p>
        ))}
        <ProjectList known={known} />
      </form>
    </Sheet>
  );
}
