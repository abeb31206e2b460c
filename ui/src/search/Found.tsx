/** What the newest answer says: of one engine, or of all side by side. */
import type { Audit, ClientAudit } from "../wire/generated";
import { clock, count, duration, plural } from "../lib/format";
import { resultOf } from "../lib/found";
import { ALL_ENGINES } from "../lib/lab";
import { Empty } from "../parts/Empty";
import { EngineNote } from "./EngineNote";
import { ExpectedBar } from "./ExpectedBar";
import { Results } from "./Results";
import { NOW, useSearching } from "./searching";
import { SideBySide } from "./SideBySide";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  audit: Audit;
  clients: readonly ClientAudit[];
  addKey: string;
  onOpen: () => void;
  onServer: (server: string | null) => void;
};

export function Found({ lab, audit, clients, addKey, onOpen, onServer }: Props) {
  const search = useSearching(lab.searching, ({ found }) => found);
  const typed = useSearching(lab.searching, (now) => now.typed);
  const failed = useSearching(lab.searching, ({ settled }) => settled.problem !== null);
  if (search === null) {
    // Why it failed stands above the tabs.
    return failed ? null : (
      <p className="dim" role="status">
        Reading the tools…
      </p>
    );
  }
  const results = search.results.filter(({ id }) => id === NOW);
  const engine = search.engines.find(({ id }) => id === lab.engine);
  const result = resultOf(search, lab.engine, NOW);
  const side = lab.engine === ALL_ENGINES;
  const rank = side ? (results.find(({ expectedRank }) => expectedRank !== null)?.expectedRank ?? null) : (result?.expectedRank ?? null);
  const slowest = results.reduce((most, { ms }) => Math.max(most, ms), 0);
  return (
    <>
      {engine !== undefined && !side && <EngineNote engine={engine} builtIn={search.builtIn} />}
      {!typed && (
        <Empty title="Type what the model would search for.">
          <p>
            {plural(search.searchable, "tool")} can be found here
            {search.alwaysLoaded.length > 0 &&
              `; ${count(search.alwaysLoaded.length)} are in context from the start and need no search`}
            .
          </p>
        </Empty>
      )}
      {typed && side && results.length > 1 && <SideBySide lab={lab} search={search} onOpen={onOpen} />}
      {typed && !side && result !== null && engine !== undefined && (
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
      {typed && results.length > 0 && (
        <>
          <ExpectedBar lab={lab} rank={rank} addKey={addKey} />
          <p className="caption searched selectable" role="status">
            {plural(search.searchable, "tool")} searched in {slowest < 1 ? "under 1 ms" : duration(slowest)} · catalogue of{" "}
            {clock(audit.readAt)}
            <span className="still-searching"> · searching…</span>
          </p>
        </>
      )}
    </>
  );
}
