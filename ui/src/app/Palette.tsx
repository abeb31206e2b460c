/** Every action with its key, and every server, found by typing. */
import { Command } from "cmdk";
import { Kbd } from "../parts/Kbd";
import { Sheet } from "../parts/Sheet";
import type { Action } from "./actions";

type Props = {
  actions: readonly Action[];
  onClose: () => void;
};

export function Palette({ actions, onClose }: Props) {
  const groups = [...new Set(actions.map(({ group }) => group))];
  return (
    <Sheet title="Commands" onClose={onClose} bare>
      <Command className="palette" label="Commands">
        <Command.Input data-first className="field palette-field" placeholder="Type a command or a server…" />
        <Command.List className="palette-list">
          <Command.Empty>No command matches.</Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group} heading={group}>
              {actions
                .filter((action) => action.group === group)
                .map((action) => (
                  <Command.Item
                    key={action.key}
                    value={`${action.label} ${action.key}`}
                    className="palette-item"
                    onSelect={() => {
                      onClose();
                      action.run();
                    }}
                  >
                    <span>{action.label}</span>
                    {action.keys !== "" && <Kbd>{action.keys}</Kbd>}
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Sheet>
  );
}
