/** One tool of the lab: why it was found, its texts with the matches, drafts, findings. */
import { useCallback } from "react";
import type { Audit, ClientAudit } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { findingsOf, suggestions } from "../lib/findability";
import { marksIn, resultOf } from "../lib/found";
import { ALL_ENGINES, sameTool, serverKey } from "../lib/lab";
import { useLatest } from "../lib/useLatest";
import { CopyButton } from "../parts/CopyButton";
import { MarkedText } from "../parts/MarkedText";
import { ServerText } from "../parts/ServerText";
import { AuthorPanel } from "./AuthorPanel";
import { DefinitionText } from "./DefinitionText";
import { LintLine } from "./LintLine";
import { NOW, useSearching } from "./searching";
import { NotFound } from "./NotFound";
import type { Chosen, Lab } from "./useLab";
import { WhyMatched } from "./WhyMatched";

type Props = {
  lab: Lab;
  tool: Chosen;
  audit: Audit;
  clients: readonly ClientAudit[];
  projects: string[];
  onServer: (server: string | null) => void;
};

export function ToolPanel({ lab, tool, audit, clients, projects, onServer }: Props) {
  const host = useHost();
  const candidate = lab.candidates.tried.find((one) => one.candidate.name === tool.server)?.candidate;
  const key = candidate?.key ?? serverKey(clients, lab.scope.client, tool.server);
  const ask = useCallback(
    (wanted: { key: string; name: string; projects: string[] }) => host.tool(wanted.key, wanted.name, wanted.projects),
    [host],
  );
  const { answer, problem } = useLatest(ask, key === null ? null : { key, name: tool.name, projects }, lab.turn);
  const detail = answer?.value ?? null;
  const search = useSearching(lab.searching, (now) => now.found);
  const results =
    lab.engine === ALL_ENGINES ? (search?.results ?? []) : [resultOf(search, lab.engine, NOW)].filter((one) => one !== null);
  const found = results
    .map((result) => ({ result, tool: result.tools.find((one) => sameTool(one, tool, lab.drafts)) }))
    .find((one) => one.tool !== undefined);
  const why = found?.tool?.why ?? [];
  const findings =
    tool.server === null ? [] : findingsOf(lab.lint.answer?.value.findings ?? [], tool.server, tool.name);
  return (
    <article className="inspector-body" aria-label={`Tool ${tool.name}`}>
      <header>
        <h2>
          <MarkedText text={tool.name} marks={marksIn(why, "name")} />
        </h2>
        <p className="dim">
          {tool.server === null ? "a tool of the client itself" : <ServerText text={tool.server} />}
          {candidate !== undefined && " · candidate"}
        </p>
        <p className="caption wrap">
          sent as <code><ServerText text={tool.sentAs} /></code>
        </p>
      </header>
      {found !== undefined && <WhyMatched why={why} unmatched={found.result.unmatched} engine={found.result.engine} />}
      {found === undefined && (
        <NotFound sentAs={tool.sentAs} results={results} always={search?.alwaysLoaded ?? []} />
      )}
      {problem !== null && <p className="danger selectable">{problem.message}</p>}
      {key === null && <p className="dim">Its definition is not known here.</p>}
      {key !== null && answer === null && problem === null && <p className="dim">Reading…</p>}
      {detail !== null && (
        <>
          <section>
            <h3>Description, as the server sends it</h3>
            <MarkedText text={detail.description} marks={marksIn(why, "description", "hint")} lines />
          </section>
          {tool.server !== null && (
            <AuthorPanel
              lab={lab}
              server={tool.server}
              tool={tool.name}
              description={detail.description}
              counted={audit}
            />
          )}
          {findings.length > 0 && (
            <section>
              <h3>What hinders finding it</h3>
              <ul className="lint-list">
                {findings.map((finding, index) => (
                  <li key={index}>
                    <LintLine finding={finding} />
                  </li>
                ))}
              </ul>
              <CopyButton
                label="Copy suggestions as Markdown"
                text={() => suggestions(findings, lab.drafts.filter((draft) => draft.server === tool.server && draft.tool === tool.name))}
              />
            </section>
          )}
          <DefinitionText definition={detail.definition} marks={marksIn(why, "argumentName", "argumentDescription")} />
        </>
      )}
      <footer className="inspector-actions">
        {candidate === undefined && key !== null && (
          <button type="button" className="button" onClick={() => onServer(tool.server)}>
            Open server
          </button>
        )}
        {detail !== null && <CopyButton label="Copy as JSON" text={() => detail.definition} />}
        <span className="caption">{audit.tokenizer}</span>
      </footer>
    </article>
  );
}
