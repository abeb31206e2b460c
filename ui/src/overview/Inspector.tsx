/** The pane on the right: what is selected, or pointed at in the treemap, in full. */
import { useEffect, useRef } from "react";
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import type { Base } from "../lib/explain";
import { useStored } from "../lib/stored";
import { Split } from "../parts/Split";
import { Heaviest } from "./Heaviest";
import { ServerInspector } from "./ServerInspector";
import { ToolInspector } from "./ToolInspector";
import "../parts/inspector.css";

type Props = {
  rows: readonly ServerRow[];
  /** Row id. */
  shown: string | null;
  base: Base;
  /** Standing weight of the client; null: several clients. */
  whole: number | null;
  projects: string[];
  /** Whether it lies over the page: then it takes the focus and gives it back. */
  overlay: boolean;
  acts: ServerActs;
  onSelect: (id: string) => void;
  onServer: (server: string) => void;
  onLoading: (name: string) => void;
  onClose: () => void;
};

const WIDTH = { min: 280, max: 480, initial: 320 };

export function Inspector(props: Props) {
  const { rows, shown, base, overlay, acts, onServer, onLoading, onClose } = props;
  const [width, setWidth] = useStored("inspectorWidth", WIDTH.initial);
  const close = useRef<HTMLButtonElement>(null);
  const server = rows.find((row) => row.id === shown);
  const parent = rows.find((row) => row.tools.some((tool) => tool.id === shown));
  const tool = parent?.tools.find(({ id }) => id === shown);
  useEffect(() => {
    if (!overlay) return;
    const opener = document.activeElement;
    close.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [overlay]);
  return (
    <aside className="inspector-pane" data-pane aria-label="Inspector">
      <Split label="Inspector width" size={width} {...WIDTH} grows="left" onSize={setWidth} />
      <div className="inspector" style={{ width }}>
        <button
          ref={close}
          type="button"
          className="button quiet cross inspector-close"
          aria-label="Close inspector"
          onClick={onClose}
        >
          ×
        </button>
        {tool !== undefined && parent !== undefined && (
          <ToolInspector
            tool={tool}
            server={parent}
            base={base}
            whole={props.whole}
            projects={props.projects}
            onServer={() => onServer(tool.server)}
            onLoading={() => onLoading(tool.serverName)}
          />
        )}
        {server !== undefined && (
          <ServerInspector
            server={server}
            base={base}
            acts={acts}
            onServer={() => onServer(server.id)}
            onLoading={() => onLoading(server.name)}
          />
        )}
        {tool === undefined && server === undefined && (
          <Heaviest rows={rows} base={base} onSelect={props.onSelect} />
        )}
      </div>
    </aside>
  );
}
