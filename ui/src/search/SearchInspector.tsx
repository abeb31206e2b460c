/** The pane on the right: the tool looked at, why it was found, its texts, what hinders it. */
import type { Audit, ClientAudit } from "../wire/generated";
import { useStored } from "../lib/stored";
import { Empty } from "../parts/Empty";
import { Split } from "../parts/Split";
import { ToolPanel } from "./ToolPanel";
import type { Lab } from "./useLab";
import "../parts/inspector.css";

type Props = {
  lab: Lab;
  audit: Audit;
  clients: readonly ClientAudit[];
  projects: string[];
  onServer: (server: string | null) => void;
  onClose: () => void;
};

const WIDTH = { min: 280, max: 480, initial: 320 };

export function SearchInspector({ lab, audit, clients, projects, onServer, onClose }: Props) {
  const [width, setWidth] = useStored<number>("inspectorWidth", WIDTH.initial);
  return (
    <aside className="inspector-pane" data-pane aria-label="Inspector">
      <Split label="Inspector width" size={width} {...WIDTH} grows="left" onSize={setWidth} />
      <div className="inspector" style={{ width }}>
        <button type="button" className="button quiet inspector-close" aria-label="Close inspector" onClick={onClose}>
          ×
        </button>
        {lab.chosen === null ? (
          <Empty title="Select a result to see why it was found and what it says." />
        ) : (
          <ToolPanel
            // Another tool starts with its own texts.
            key={`${lab.chosen.server ?? ""} ${lab.chosen.name}`}
            lab={lab}
            tool={lab.chosen}
            audit={audit}
            clients={clients}
            projects={projects}
            onServer={onServer}
          />
        )}
      </div>
    </aside>
  );
}
