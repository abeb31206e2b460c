/** Where a server is pasted, chosen or dropped. */
import { useState, type DragEvent } from "react";
import { useHost } from "../wire/HostContext";
import { asProblem } from "../wire/host";
import { droppedProblem } from "../lib/dropped";
import { useNotify } from "../parts/Notices";
import type { CandidatesState } from "./useCandidates";

type Props = { candidates: CandidatesState };

/** Endings of files that describe a server. */
const DESCRIBES = ["json", "jsonc", "json5", "toml", "yaml", "yml", "txt", "mcpb", "dxt"];

export function CandidateInput({ candidates }: Props) {
  const host = useHost();
  const notify = useNotify();
  const [spec, setSpec] = useState("");
  const [over, setOver] = useState(false);
  // The file whose text was dropped; a catalogue's server is called like it.
  const [dropped, setDropped] = useState<{ name: string; text: string } | null>(null);
  const look = (text: string, file = dropped) => {
    // What was edited since is no file's text any more.
    if (text.trim() !== "") candidates.look(text, file?.text === text ? file.name : null);
  };
  const choose = () => {
    host.pickFile("Try a server from a file", DESCRIBES).then((path) => {
      if (path === null) return;
      setSpec(path);
      look(path);
    }, notify.failed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) {
      const text = event.dataTransfer.getData("text/plain");
      setSpec(text);
      look(text);
      return;
    }
    const wrong = droppedProblem(file.name, file.size);
    if (wrong !== null) {
      notify.failed(asProblem(new Error(wrong)));
      return;
    }
    file.text().then((text) => {
      const named = { name: file.name, text };
      setDropped(named);
      setSpec(text);
      look(text, named);
    }, notify.failed);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- "Choose a file…" does the same by key
    <div
      className={over ? "candidate-input over" : "candidate-input"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="caption" htmlFor="candidate-spec">
        A configuration, a command line, an address, or a catalogue; or drop a file here
      </label>
      <textarea
        id="candidate-spec"
        className="field mono"
        rows={4}
        spellCheck={false}
        placeholder={'npx -y some-mcp-server\nclaude mcp add … · https://… · {"mcpServers": { … }} · {"tools": [ … ]}'}
        value={spec}
        onChange={(event) => setSpec(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
          event.preventDefault();
          look(spec);
        }}
      />
      <div className="candidate-actions">
        <button
          type="button"
          className="button primary"
          disabled={spec.trim() === "" || candidates.busy !== null}
          onClick={() => look(spec)}
        >
          Look at it
        </button>
        <button type="button" className="button" onClick={choose}>
          Choose a file…
        </button>
        <span className="dim" role="status">
          {candidates.busy !== null && !candidates.busy.starts && "Reading…"}
        </span>
      </div>
    </div>
  );
}
