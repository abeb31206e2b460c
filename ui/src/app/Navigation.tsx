/** The views. */
import type { Answered } from "../wire/generated";
import type { View } from "../lib/places";
import { Tip } from "../parts/Tip";

type Props = {
  view: View;
  onView: (view: View) => void;
  /** How a view's key is written here. */
  keyOf: (view: View) => string;
  /** Servers with known tools, per client looked at. */
  answered: readonly Answered[];
  /** How many findings there are. */
  problems: number;
  /** How many changes are staged. */
  staged: number;
};

/** Label, and one character for the narrow form. */
const ITEMS: readonly (readonly [View, string, string])[] = [
  ["overview", "Overview", "◫"],
  ["search", "Search lab", "⌕"],
  ["loading", "Loading", "⇄"],
  ["server", "Server", "☰"],
  ["findings", "Findings", "▲"],
];

export function Navigation({ view, onView, keyOf, answered, problems, staged }: Props) {
  const listed = answered.reduce((sum, one) => sum + one.listed, 0);
  const active = answered.reduce((sum, one) => sum + one.active, 0);
  const note: Readonly<Record<View, readonly [string, string]>> = {
    overview: ["", ""],
    loading: staged > 0 ? [`● ${staged}`, `, ${staged} staged`] : ["", ""],
    search: ["", ""],
    server: active > 0 ? [`${listed}/${active}`, `, ${listed} of ${active} entries with known tools`] : ["", ""],
    findings: problems > 0 ? [String(problems), `, ${problems} found`] : ["", ""],
  };
  return (
    <nav className="navigation" data-pane aria-label="Views">
      {ITEMS.map(([item, label, icon]) => (
        <Tip key={item} text={`${label}${note[item][1]} (${keyOf(item)})`}>
          <button
            type="button"
            className="navigation-item"
            aria-current={item === view ? "page" : undefined}
            onClick={() => onView(item)}
          >
            <span className="navigation-icon" aria-hidden="true">
              {icon}
            </span>
            <span className="navigation-label">
              {label}
            </span>
            <span className="navigation-note caption">
              {note[item][0]}
            </span>
          </button>
        </Tip>
      ))}
    </nav>
  );
}
