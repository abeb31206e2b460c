/** The results of the current query: one engine at a time, or all side by side. */
import { Tabs } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { ALL_ENGINES, ENGINES } from "../lib/lab";
import { Found } from "./Found";
import { useSearching, type Searching } from "./searching";

const TABS = [...ENGINES.map(([id, title]) => [id, title] as const), [ALL_ENGINES, "Side by side"] as const];

export function EngineTabs(props: ComponentProps<typeof Found>) {
  const { searching, engine, setEngine } = props.lab;
  return (
    <Tabs.Root className="engine-tabs" value={engine} onValueChange={setEngine}>
      <Tabs.List className="segments" aria-label="Engine">
        {TABS.map(([id, title]) => (
          <Tabs.Trigger key={id} value={id} className="segment">
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <EngineTab searching={searching} engine={engine}>
        <Found {...props} />
      </EngineTab>
    </Tabs.Root>
  );
}

/** Apart, because it changes with every key, which must not render the tabs or what they show. */
function EngineTab({ searching, engine, children }: { searching: Searching; engine: string; children: ReactNode }) {
  const busy = useSearching(searching, (now) => now.busy);
  return (
    <Tabs.Content value={engine} className="engine-tab" tabIndex={-1} aria-busy={busy}>
      {children}
    </Tabs.Content>
  );
}
