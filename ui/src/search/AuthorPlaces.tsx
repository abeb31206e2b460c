/** What a draft does to a tool: its place and weight in each engine, before and now. */
import { useCallback } from "react";
import type { Search, SearchRequest, ToolDraft } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { authorRows } from "../lib/author";
import * as explain from "../lib/explain";
import { count } from "../lib/format";
import { engineTitle, requestOf } from "../lib/lab";
import { useLatest } from "../lib/useLatest";
import { InfoLabel } from "../parts/InfoLabel";
import { useSearching } from "./searching";
import type { Lab } from "./useLab";

type Props = { lab: Lab; draft: ToolDraft; counted: explain.Counted };

/** Places are looked for among so many results. */
const DEEP = 100;
const ID = "author";

export function AuthorPlaces({ lab, draft, counted }: Props) {
  const host = useHost();
  const query = useSearching(lab.searching, ({ wording }) => wording.query);
  const ask = useCallback(
    async ({ before, now }: { before: SearchRequest; now: SearchRequest }): Promise<[Search, Search]> =>
      Promise.all([host.search(before), host.search(now)]),
    [host],
  );
  const typed = query.trim() !== "";
  const queries = [{ id: ID, query, maxResults: null, expected: [] }];
  const others = lab.drafts.filter((one) => one !== draft);
  const question = {
    before: requestOf({ ...lab.base, drafts: others }, queries, [], DEEP),
    now: requestOf(lab.base, queries, [], DEEP),
  };
  const { answer, busy } = useLatest(ask, typed ? question : null, lab.turn);
  if (!typed) return <p className="dim">Type a query to see its places move.</p>;
  if (answer === null) return null;
  const { server, tool, name } = draft;
  const rows = authorRows(answer.value[0], answer.value[1], { server, tool, name: name ?? tool });
  return (
    <table className="author-table" aria-busy={busy}>
      <thead>
        <tr className="caption">
          <th scope="col">Engine</th>
          <th scope="col">
            <InfoLabel info={`Its place among the first ${DEEP} results of the query, from 1; – where it is not among them.`}>
              Place
            </InfoLabel>
          </th>
          <th scope="col">
            <InfoLabel info={explain.weight(counted)}>Tokens</InfoLabel>
          </th>
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
  );
}

function place(rank: number | null): string {
  return rank === null ? "–" : String(rank);
}

function weight(tokens: number | null): string {
  return tokens === null ? "–" : count(tokens);
}
