/** The results of the current query: one engine at a time, or all side by side. */
import { Tabs } from "radix-ui";
import type { Audit, ClientAudit } from "../wire/generated";
import { clock, count, duration, plural } from "../lib/format";
import { resultOf } from "../lib/found";
import { ALL_ENGINES, ENGINES } from "../lib/lab";
import { Empty } from "../parts/Empty";
import { EngineNote } from "./EngineNote";
import { ExpectedBar } from "./ExpectedBar";
import { Results } from "./Results";
import { SideBySide } from "./SideBySide";
import { NOW, type Lab } from "./useLab";

type Props = {
  lab: Lab;
  audit: Audit;
  clients: readonly ClientAudit[];
  addKey: string;
  onOpen: () => void;
  onServer: (server: string | null) => void;
};

const TABS = [...ENGINES.map(([id, title]) => [id, title] as const), [ALL_ENGINES, "Side by side"] as const];

export function EngineTabs({ lab, audit, clients, addKey, onOpen, onServer }: Props) {
  const search = lab.search.answer?.value ?? null;
  const typed = lab.query.trim() !== "";
  const results = search?.results.filter(({ id }) => id === NOW) ?? [];
  const engine = search?.engines.find(({ id }) => id === lab.engine);
  const result = resultOf(search, lab.engine, NOW);
  const side = lab.engine === ALL_ENGINES;
  const rank = side ? (results.find(({ expectedRank }) => expectedRank !== null)?.expectedRank ?? null) : (result?.expectedRank ?? null);
  const slowest = results.reduce((most, { ms }) => Math.max(most, ms), 0);
  return (
    <Tabs.Root className="engine-tabs" value={lab.engine} onValueChange={lab.setEngine}>
      <Tabs.List className="segments" aria-label="Engine">
        {TABS.map(([id, title]) => (
          <Tabs.Trigger key={id} value={id} className="segment">
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={lab.engine} className="engine-tab" tabIndex={-1} aria-busy={lab.search.busy}>
        {engine !== undefined && !side && <EngineNote engine={engine} builtIn={search?.builtIn ?? null} />}
        {search !== null && !typed && (
          <Empty title="Type what the model would search for.">
            <p>
              {plural(search.searchable, "tool")} can be found here
              {search.alwaysLoaded.length > 0 &&
                `; ${count(search.alwaysLoaded.length)} are in context from the start and need no search`}
              .
            </p>
          </Empty>
        )}
        {search !== null && typed && side && results.length > 1 && (
          <SideBySide lab={lab} search={search} onOpen={onOpen} />
        )}
        {search !== null && typed && !side && result !== null && engine !== undefined && (
          <Results
            lab={lab}
            audit={audit}
            clients={clients}
            engine={engine}
            search={search}
            result={result}
            onOpen={onOpen}
            onServer={onServer}
          />
        )}
        {typed && results.length > 0 && <ExpectedBar lab={lab} rank={rank} addKey={addKey} />}
        {search !== null && typed && results.length > 0 && (
          <p className="caption searched selectable" role="status">
            {plural(search.searchable, "tool")} searched in {slowest < 1 ? "under 1 ms" : duration(slowest)} · catalogue of{" "}
            {clock(audit.readAt)}
            {lab.search.busy && " · searching…"}
          </p>
        )}
      </Tabs.Content>
    </Tabs.Root>
  );
}
