/** What a proof found: confirmed or not, per tool, per query, and what was announced. */
import type { Proof } from "../wire/generated";
import { clientName } from "../lib/clients";
import { clock, duration, plural } from "../lib/format";
import { Finding } from "../parts/Finding";
import { ServerText } from "../parts/ServerText";
import { Strip } from "../parts/Strip";
import { ProvenSearches } from "./ProvenSearches";
import { ProvenTools } from "./ProvenTools";

type Props = { proof: Proof };

export function ProofResult({ proof }: Props) {
  const { client, version, at, method, tools, differences, notes, announcement, builtIn, ms } = proof;
  const who = `${clientName(client)}${version === null ? "" : ` ${version}`}`;
  const confirmed = differences.length === 0;
  const how = method === "observed" ? "Confirmed by" : "Files read again agree for";
  return (
    <section className="proof-result" aria-label="Result">
      <div role="status">
        {confirmed ? (
          <p className="ok strong">
            ✓ {how} {who}, {clock(at)}
          </p>
        ) : (
          <Strip tone="warn">
            {who} does not do what was predicted: {plural(differences.length, "difference")}.
          </Strip>
        )}
      </div>
      <p className="caption">
        {plural(tools.length, "tool")} compared in {duration(ms)}
        {builtIn.length > 0 && `, beside ${plural(builtIn.length, "tool")} of its own`}
      </p>
      {!confirmed && (
        <ul>
          {differences.map((problem, index) => (
            <Finding key={index} problem={problem} />
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul aria-label="What it does not cover">
          {notes.map((problem, index) => (
            <Finding key={index} problem={problem} />
          ))}
        </ul>
      )}
      <ProvenTools proof={proof} />
      <ProvenSearches proof={proof} />
      {announcement !== null && (
        <details>
          <summary>Announcement of deferred names, as sent</summary>
          <div className="code">
            <ServerText text={announcement} lines />
          </div>
        </details>
      )}
      {builtIn.length > 0 && (
        <details>
          <summary>Its own tools: {builtIn.length}</summary>
          <p className="mono">
            <ServerText text={builtIn.join(", ")} />
          </p>
        </details>
      )}
    </section>
  );
}
