/** The line at the top: what is looked at, the filter, reading again. */
import type { ClientAudit, KnownProject } from "../wire/generated";
import { clientName } from "../lib/clients";
import { shortPath } from "../lib/format";
import { Choice } from "../parts/Choice";
import { Kbd } from "../parts/Kbd";
import { Mark } from "../parts/Mark";

type Props = {
  clients: readonly ClientAudit[];
  client: string;
  onClient: (id: string) => void;
  projects: readonly KnownProject[];
  project: string;
  onProject: (path: string) => void;
  tokenizer: string;
  onTokenizer: (name: string) => void;
  filter: string;
  onFilter: (text: string) => void;
  reading: boolean;
  onRead: () => void;
  /** Asks for consent to connect all servers in use. */
  onConnect: () => void;
  onPalette: () => void;
  onSettings: () => void;
  /** How the palette's key is written here. */
  paletteKey: string;
};

const TOKENIZERS = ["o200k_base", "cl100k_base"].map((name) => ({ value: name, label: name }));

export function Toolbar(props: Props) {
  const clients = [
    { value: "all", label: "All" },
    ...[...new Set(props.clients.map(({ id }) => id))].map((id) => ({ value: id, label: clientName(id) })),
  ];
  const projects = [
    { value: "", label: "Outside any project" },
    ...props.projects.map(({ path, exists }) => ({
      value: path,
      label: exists ? shortPath(path) : `${shortPath(path)} (missing)`,
    })),
  ];
  return (
    <header className="toolbar" data-pane>
      <span className="brand strong">
        <Mark size={24} />
        <span className="brand-name">Plimsoll</span>
      </span>
      <Choice label="Client" value={props.client} options={clients} onChange={props.onClient} />
      <Choice label="Project" value={props.project} options={projects} onChange={props.onProject} />
      <Choice label="Tokenizer" value={props.tokenizer} options={TOKENIZERS} onChange={props.onTokenizer} />
      <span className="toolbar-space" />
      <input
        data-filter
        type="search"
        className="field filter-field"
        placeholder="Filter tools…  /"
        aria-label="Filter servers and tools"
        value={props.filter}
        onChange={(event) => props.onFilter(event.target.value)}
      />
      <button type="button" className="button" aria-busy={props.reading} onClick={props.onRead}>
        {props.reading ? "Reading…" : "Read again"}
      </button>
      <button type="button" className="button" onClick={props.onConnect}>
        Connect…
      </button>
      <button type="button" className="button quiet" onClick={props.onSettings}>
        Settings
      </button>
      <button type="button" className="button quiet" aria-label={`Commands, ${props.paletteKey}`} onClick={props.onPalette}>
        <Kbd>{props.paletteKey}</Kbd>
      </button>
    </header>
  );
}
