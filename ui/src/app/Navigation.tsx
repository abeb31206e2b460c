/** The views. */
import type { View } from "../lib/places";
import { Tip } from "../parts/Tip";

export type NavigationItem = {
  view: View;
  label: string;
  /** One character for the narrow form. */
  icon: string;
  /** What is new or wrong there: "8/9". */
  note: string;
  /** Its key, for the tooltip. */
  keys: string;
};

type Props = {
  items: readonly NavigationItem[];
  view: View;
  onView: (view: View) => void;
};

export function Navigation({ items, view, onView }: Props) {
  return (
    <nav className="navigation" data-pane aria-label="Views">
      {items.map((item) => (
        <Tip key={item.view} text={`${item.label} (${item.keys})`}>
          <button
            type="button"
            className="navigation-item"
            aria-current={item.view === view ? "page" : undefined}
            onClick={() => onView(item.view)}
          >
            <span className="navigation-icon" aria-hidden="true">
              {item.icon}
            </span>
            <span className="navigation-label">{item.label}</span>
            {item.note !== "" && <span className="navigation-note caption">{item.note}</span>}
          </button>
        </Tip>
      ))}
    </nav>
  );
}
