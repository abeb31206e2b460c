/** One server: what it weighs, where it is configured, what is wrong with it. */
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import { connectWords } from "../lib/connecting";
import * as explain from "../lib/explain";
import { count, plural } from "../lib/format";
import { LOADING_WORD, LOADINGS } from "../lib/loading";
import { stateWord } from "../lib/tiles";
import { CopyButton } from "../parts/CopyButton";
import { FileLink } from "../parts/FileLink";
import { InfoLabel } from "../parts/InfoLabel";
import { LoadingChip } from "../parts/LoadingChip";
import { ServerText } from "../parts/ServerText";
import { Failure } from "./Failure";
import { Parts } from "./Parts";

type Props = {
  server: ServerRow;
  base: explain.Base;
  acts: ServerActs;
  onServer: () => void;
  onLoading: () => void;
};

export function ServerInspector({ server, base, acts, onServer, onLoading }: Props) {
  const { key } = server;
  const launch = server.entries[0]?.entry.launch;
  const instructions = Math.max(0, ...server.entries.map(({ entry }) => entry.instructions?.tokens ?? 0));
  const cut = server.entries.some(({ entry }) => entry.instructions?.cut === true);
  const loadings = LOADINGS.filter((loading) => server.counts[loading] > 0);
  const failed = server.entries.some(({ entry }) => entry.problem !== null);
  const busy = key !== null && acts.connecting.has(key);
  const connect = failed || busy ? null : connectWords(server);
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
          <InfoLabel info={explain.weight(base, server)}>
            tok in {plural(server.tools.length, "definition")}
          </InfoLabel>
          <p className="caption">{explain.listed(server)}</p>
        </section>
      )}
      <Failure server={server} acts={acts} />
      {loadings.length > 0 && (
        <section>
          <h3>Tools by loading</h3>
          <Parts parts={loadings.map((loading) => [LOADING_WORD[loading], server.counts[loading]])} />
          {instructions > 0 && (
            <p className="caption">
              <InfoLabel info={explain.instructions(base)}>Instructions</InfoLabel>{" "}
              <span className="selectable">{count(instructions)} tok</span>
              {cut && ", cut by the client"}
            </p>
          )}
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
      {connect?.hint !== undefined && <p className="warn selectable">{connect.hint}</p>}
      <footer className="inspector-actions">
        {key !== null && !server.shadowed && (
          <>
            <button type="button" className="button" onClick={onLoading}>
              Change in Loading
            </button>
            <button type="button" className="button" onClick={onServer}>
              Open server
            </button>
            {connect !== null && (
              <button type="button" className="button" onClick={() => acts.connect([key])}>
                {connect.label}
              </button>
            )}
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
