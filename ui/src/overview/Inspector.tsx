/** The pane on the right: what is selected, in full. */
import type { Audit } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { useStored } from "../lib/stored";
import { Empty } from "../parts/Empty";
import { Split } from "../parts/Split";
import { ServerInspector } from "./ServerInspector";
import { ToolInspector } from "./ToolInspector";
import "../parts/inspector.css";

type Props = {
  rows: readonly ServerRow[];
  /** Row id. */
  selected: string | null;
  audit: Audit;
  /** Standing weight of the client; null: several clients. */
  whole: number | null;
  projects: string[];
  onServer: (server: string) => void;
  onConnect: (keys: string[]) => void;
  onClose: () => void;
};

const WIDTH = { min: 280, max: 480, initial: 320 };

export function Inspector(props: Props) {
  const { rows, selected, audit, whole, projects, onServer, onConnect, onClose } = props;
  const [width, setWidth] = useStored("inspectorWidth", WIDTH.initial);
  const server = rows.find((row) => row.id === selected);
  const parent = rows.find((row) => row.tools.some((tool) => tool.id === selected));
  const tool = parent?.tools.find(({ id }) => id === selected);
  return (
    <aside className="inspector-pane" data-pane aria-label="Inspector">
      <Split label="Inspector width" size={width} {...WIDTH} grows="left" onSize={setWidth} />
      <div className="inspector" style={{ width }}>
        <button
          type="button"
          className="button quiet inspector-close"
          aria-label="Close inspector"
          onClick={onClose}
        >
          ×
        </button>
        {tool !== undefined && (
          <ToolInspector
            tool={tool}
            audit={audit}
            whole={whole}
            projects={projects}
            onServer={() => onServer(tool.server)}
          />
        )}
        {server !== undefined && (
          <ServerInspector
            server={server}
            audit={audit}
            onServer={() => onServer(server.id)}
            onConnect={() => onConnect(server.key === null ? [] : [server.key])}
          />
        )}
        {tool === undefined && server === undefined && (
          <Empty title="Select a server or a tool to see where its weight comes from." />
        )}
      </div>
    </aside>
  );
}
