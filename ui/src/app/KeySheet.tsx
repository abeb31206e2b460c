/** All keys of the window. */
import { LIST_KEYS } from "../lib/keymap";
import { Kbd } from "../parts/Kbd";
import { Sheet } from "../parts/Sheet";
import type { Action } from "./actions";

type Props = {
  actions: readonly Action[];
  onClose: () => void;
};

export function KeySheet({ actions, onClose }: Props) {
  const lines: (readonly [string, string])[] = actions
    .filter(({ keys }) => keys !== "")
    .map(({ keys, label }) => [keys, label]);
  return (
    <Sheet title="Keys" onClose={onClose}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key */}
      <section data-first tabIndex={0} className="key-list" aria-label="All keys">
        <h3>Everywhere</h3>
        <KeyTable lines={lines} />
        <h3>In tables and the treemap</h3>
        <KeyTable lines={LIST_KEYS} />
      </section>
    </Sheet>
  );
}

function KeyTable({ lines }: { lines: readonly (readonly [string, string])[] }) {
  return (
    <dl className="key-table">
      {lines.map(([keys, label]) => (
        <div key={label}>
          <dt>
            <Kbd>{keys}</Kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
