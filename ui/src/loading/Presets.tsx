/** Choices kept under a name: save what is staged, stage what was saved, in any project. */
import { useEffect, useState } from "react";
import type { KnownProject, Preset } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { plural, shortPath } from "../lib/format";
import { unusual } from "../lib/levels";
import { specsOf, specTitle } from "../lib/specs";
import { requestOf, type Choices } from "../lib/staged";
import { Choice } from "../parts/Choice";
import { Empty } from "../parts/Empty";
import { useNotify } from "../parts/Notices";
import { ServerText } from "../parts/ServerText";
import { Sheet } from "../parts/Sheet";

type Props = {
  choices: Choices;
  /** The folder looked at; empty: outside any project. */
  project: string;
  /** Stages a preset in a project. */
  onApply: (preset: Preset, project: string) => void;
  onClose: () => void;
};

export function Presets({ choices, project, onApply, onClose }: Props) {
  const host = useHost();
  const notify = useNotify();
  const [presets, setPresets] = useState<Preset[] | null>(null);
  const [projects, setProjects] = useState<KnownProject[]>([]);
  const [name, setName] = useState("");
  const [target, setTarget] = useState(project);
  // A tried server is forgotten when the app ends; a preset is not.
  const kept = { ...requestOf(choices, null), add: [] };
  const amount = specsOf(kept).length;
  useEffect(() => {
    host.presets().then(setPresets, notify.failed);
    host.projects().then(setProjects, notify.failed);
  }, [host, notify]);
  const save = () => {
    host.savePreset({ id: 0, name: name.trim(), choices: kept }).then((list) => {
      setPresets(list);
      setName("");
    }, notify.failed);
  };
  const remove = (id: number) => {
    host.removePreset(id).then(setPresets, notify.failed);
  };
  const where = [
    { value: "", label: "Outside any project" },
    ...projects.filter(({ exists }) => exists).map(({ path }) => ({ value: path, label: shortPath(path) })),
  ];
  return (
    <Sheet title="Presets" onClose={onClose}>
      {amount > 0 && (
        <form
          className="scope-buttons"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") save();
          }}
        >
          <input className="field grow" aria-label="Name of the preset" placeholder="Name" value={name} onChange={(event) => setName(event.target.value)} />
          <button type="submit" className="button" disabled={name.trim() === ""}>
            Save {plural(amount, "staged change")}
          </button>
        </form>
      )}
      {presets !== null && presets.length === 0 && <Empty title="No preset is saved. Stage changes, then save them here." />}
      {presets !== null && presets.length > 0 && <Choice label="Stage in" value={target} options={where} onChange={setTarget} />}
      <ul className="preset-list">
        {(presets ?? []).map((preset) => (
          <li key={preset.id}>
            <div>
              <p className="strong">
                <ServerText text={preset.name} />
              </p>
              <ul className="caption">
                {specsOf(preset.choices).map((spec) => (
                  <li key={spec.text}>
                    <ServerText text={specTitle(spec)} />
                  </li>
                ))}
                {unusual(preset.choices).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
            <button type="button" className="button" aria-label={`Stage ${preset.name}`} onClick={() => onApply(preset, target)}>
              Stage
            </button>
            <button type="button" className="button quiet" aria-label={`Remove ${preset.name}`} onClick={() => remove(preset.id)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
