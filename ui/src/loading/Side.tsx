/** The pane on the right: the selection, the review, the proof, the history. */
import { Tabs } from "radix-ui";
import { useEffect, type ReactNode } from "react";
import { useStored } from "../lib/stored";
import { Split } from "../parts/Split";

export type SideTab = "selected" | "review" | "proof" | "writes";

type Props = {
  tab: SideTab;
  /** How many changes are staged. */
  amount: number;
  onTab: (tab: SideTab) => void;
  onClose: () => void;
  /** What the tab shows. */
  children: ReactNode;
};

/** Below this width the pane lies over the switchboard, px. */
const NARROW = 1100;
const WIDTH = { min: 300, max: 760, initial: Math.max(340, Math.round(window.innerWidth * 0.29)) };
const TABS: readonly (readonly [SideTab, string])[] = [
  ["selected", "Selected"],
  ["review", "Review"],
  ["proof", "Proof"],
  ["writes", "History"],
];

export function Side({ tab, amount, onTab, onClose, children }: Props) {
  const [width, setWidth] = useStored("loadingSideWidth", WIDTH.initial);
  // Over the switchboard it is a layer, which Escape closes before anything else.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || window.innerWidth >= NARROW || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [onClose]);
  return (
    <aside className="loading-side" data-pane aria-label="Details">
      <Split label="Details width" size={width} {...WIDTH} grows="left" onSize={setWidth} />
      <Tabs.Root className="loading-tabs" style={{ width }} value={tab} onValueChange={(value) => onTab(value as SideTab)}>
        <div className="loading-tab-line">
          <Tabs.List className="tab-list" aria-label="Details">
            {TABS.map(([value, label]) => (
              <Tabs.Trigger key={value} value={value}>
                {label}
                {value === "review" && amount > 0 && ` ${amount}`}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <button type="button" className="button quiet" aria-label="Close details" onClick={onClose}>
            ×
          </button>
        </div>
        <Tabs.Content value={tab} className="loading-tab">
          {children}
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  );
}
