/** The author's view: edit a tool's name and description, watch its places and weight move. */
import { useCallback, useId } from "react";
import type { Search, SearchRequest } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { authorRows } from "../lib/author";
import { count } from "../lib/format";
import { engineTitle, requestOf } from "../lib/lab";
import { useLatest } from "../lib/useLatest";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  server: string;
  /** The tool's name and description as the server sends them. */
  tool: string;
  description: string;
};

/** Places are looked for among so many results. */
const DEEP = 100;
const ID = "author";

export function AuthorPanel({ lab, server, tool, description }: Props) {
  const host = useHost();
  const id = useId();
  const draft = lab.drafts.find((one) => one.server === server && one.tool === tool);
  const name = draft?.name ?? tool;
  const text = draft?.description ?? description;
  const ask = useCallback(
    async ({ before, now }: { before: SearchRequest; now: SearchRequest }): Promise<[Search, Search]> =>
      Promise.all([host.search(before), host.search(now)]),
    [host],
  );
  const query = lab.query.trim();
  const queries = [{ id: ID, query: lab.query, maxResults: null, expected: [] }];
  const others = lab.drafts.filter((one) => one !== draft);
  const question =
    draft === undefined || query === ""
      ? null
      : {
          before: requestOf({ ...lab.base, drafts: others }, queries, [], DEEP),
          now: requestOf(lab.base, queries, [], DEEP),
        };
  const { answer, busy } = useLatest(ask, question, lab.turn);
  const rows =
    answer === null || question === null
      ? []
      : authorRows(answer.value[0], answer.value[1], { server, tool, name });
  const change = (next: { name?: string; description?: string }) => {
    const to = { name, description: text, ...next };
    lab.draft({
      server,
      tool,
      name: to.name === tool ? null : to.name,
      description: to.description === description ? null : to.description,
    });
  };
  return (
    <section className="author" aria-busy={busy}>
      <h3>Try other words</h3>
      <label className="caption" htmlFor={`${id}n`}>
        Name
      </label>
      <input
        id={`${id}n`}
        className="field mono"
        spellCheck={false}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <label className="caption" htmlFor={`${id}d`}>
        Description
      </label>
      <textarea
        id={`${id}d`}
        className="field"
        rows={4}
        value={text}
        onChange={(event) => change({ description: event.target.value })}
      />
      {draft !== undefined && (
        <>
          {query === "" && <p className="dim">Type a query to see its places move.</p>}
          {rows.length > 0 && (
            <table className="author-table">
              <thead>
                <tr className="caption">
                  <th scope="col">Engine</th>
                  <th scope="col">Place</th>
                  <th scope="col">Tokens</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ engine, before, now }) => (
                  <tr key={engine}>
                    <th scope="row">{engineTitle(engine)}</th>
                    <td className="selectable">
                      {place(before.rank)} → {place(now.rank)}
                    </td>
                    <td className="selectable">
                      {weight(before.tokens)} → {weight(now.tokens)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <button
            type="button"
            className="link"
            onClick={() => lab.draft({ server, tool, name: null, description: null })}
          >
            Back to the server’s own words
          </button>
        </>
      )}
    </section>
  );
}

function place(rank: number | null): string {
  return rank === null ? "–" : String(rank);
}

function weight(tokens: number | null): string {
  return tokens === null ? "–" : count(tokens);
}
