/** One server: what it weighs, where it is configured, what is wrong with it. */
import type { Audit } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import * as explain from "../lib/explain";
import { clock, count, plural } from "../lib/format";
import { LOADING_WORD, LOADINGS } from "../lib/loading";
import { stateWord } from "../lib/tiles";
import { CopyButton } from "../parts/CopyButton";
import { FileLink } from "../parts/FileLink";
import { InfoLabel } from "../parts/InfoLabel";
import { LoadingChip } from "../parts/LoadingChip";
import { ServerText } from "../parts/ServerText";
import { Parts } from "./Parts";

type Props = {
  server: ServerRow;
  audit: Audit;
  onServer: () => void;
  /** Connects it, after consent. */
  onConnect: () => void;
};

export function ServerInspector({ server, audit, onServer, onConnect }: Props) {
  const problem = server.entries.find(({ entry }) => entry.problem !== null)?.entry.problem;
  const dated = server.entries.find(({ entry }) => entry.takenAt !== null)?.entry;
  const launch = server.entries[0]?.entry.launch;
  const instructions = Math.max(0, ...server.entries.map(({ entry }) => entry.instructions?.tokens ?? 0));
  const loadings = LOADINGS.filter((loading) => server.counts[loading] > 0);
  return (
    <article className="inspector-body" aria-label={`Server ${server.name}`}>
      <header>
        <h2>
          <ServerText text={server.name} />
        </h2>
        <p className="dim">
          server · {server.entries[0]?.entry.transport ?? "unusable entry"}{" "}
          <LoadingChip loading={server.loading}>{stateWord(server)}</LoadingChip>
        </p>
      </header>
      {server.known && (
        <section>
          <span className="number selectable">{count(server.tokens)}</span>{" "}
          <InfoLabel info={explain.weight(audit)}>
            tok in {plural(server.tools.length, "definition")}
          </InfoLabel>
          {dated !== undefined && (
            <p className="caption">
              {SOURCE[dated.source ?? ""] ?? dated.source} {clock(dated.takenAt ?? "")}
            </p>
          )}
        </section>
      )}
      {problem !== undefined && problem !== null && (
        <section className="problem">
          <p className="danger selectable">{problem.message}</p>
          {problem.hint !== null && <p className="selectable">{problem.hint}</p>}
          <div className="inspector-actions">
            <button type="button" className="button" onClick={onConnect}>
              Retry…
            </button>
            <CopyButton label="Copy details" text={() => JSON.stringify(problem, null, 2)} />
          </div>
        </section>
      )}
      {loadings.length > 0 && (
        <section>
          <h3>Tools by loading</h3>
          <Parts parts={loadings.map((loading) => [LOADING_WORD[loading], server.counts[loading]])} />
          {instructions > 0 && <p className="caption">Instructions: {count(instructions)} tok</p>}
        </section>
      )}
      <section>
        <h3>{launch?.includes("://") === true ? "Reaches" : "Starts"}</h3>
        <code className="wrap">
          <ServerText text={launch ?? "nothing: the entry cannot be used"} />
        </code>
      </section>
      <section>
        <h3>Configured in</h3>
        <ul className="loaded-in">
          {server.entries.map(({ client, entry }) => (
            <li key={`${client.id} ${entry.file} ${entry.line}`}>
              <div>
                {clientName(client.id)}, {entry.scope}
              </div>
              <FileLink file={entry.file} line={entry.line} />
              {entry.because !== null && <p className="dim selectable">{entry.because}</p>}
            </li>
          ))}
        </ul>
      </section>
      <footer className="inspector-actions">
        {server.key !== null && !server.shadowed && (
          <>
            <button type="button" className="button" onClick={onServer}>
              Open server
            </button>
            {problem === undefined || problem === null ? (
              <button type="button" className="button" onClick={onConnect}>
                {server.known ? "Connect again…" : "Connect…"}
              </button>
            ) : null}
          </>
        )}
        <CopyButton
          label="Copy as JSON"
          text={() => JSON.stringify(server.entries.map(({ entry }) => entry), null, 2)}
        />
      </footer>
    </article>
  );
}

const SOURCE: Readonly<Record<string, string>> = {
  live: "Listed now,",
  snapshot: "From a snapshot of",
  mirror: "From the client’s own mirror of",
};
