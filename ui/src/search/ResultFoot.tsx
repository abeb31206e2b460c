/** Below the results: the cut, terms that matched nothing, the cost, what is loaded anyway. */
import { memo } from "react";
import type { Audit, ClientAudit, Search, SearchResult } from "../wire/generated";
import { clientName } from "../lib/clients";
import * as explain from "../lib/explain";
import { count, tokenSum } from "../lib/format";
import { costText, cutText } from "../lib/found";
import { visible } from "../lib/visible";
import { InfoLabel } from "../parts/InfoLabel";
import { InsteadList } from "./InsteadList";
import { LoadedAnyway } from "./LoadedAnyway";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  audit: Audit;
  clients: readonly ClientAudit[];
  search: Search;
  result: SearchResult;
};

/** "Show more" asks for at most this many at once. */
const STEP = 100;

export function ResultFoot({ lab, audit, clients, search, result }: Props) {
  const cut = cutText(result);
  const client = clients.find(({ id }) => id === lab.scope.client);
  const resident =
    client === undefined
      ? null
      : { tokens: client.standing.tokens + result.tokens, lowerBound: client.standing.lowerBound };
  return (
    <div className="result-foot">
      {cut !== null && (
        <p>
          {cut}{" "}
          <button
            type="button"
            className="link"
            onClick={() => lab.setTop(Math.min(result.matching, result.tools.length + STEP))}
          >
            Show {count(Math.min(result.matching - result.tools.length, STEP))} more
          </button>
        </p>
      )}
      {result.unmatched.length > 0 && (
        <p>
          Matched nothing: <span className="warn selectable">{visible(result.unmatched.join(", "))}</span>
        </p>
      )}
      <InsteadList searching={lab.searching} instead={result.instead} />
      <p className="selectable">
        <CostLabel unit={explain.unit({ tokenizer: search.tokenizer, claudeBand: audit.claudeBand })} />{" "}
        {costText(result)}
        {client !== undefined && resident !== null && (
          <> {clientName(client.id)} then holds {tokenSum(resident)} tokens.</>
        )}
      </p>
      <LoadedAnyway names={search.alwaysLoaded} query={result.query} />
    </div>
  );
}

/** Its words stay the same from answer to answer. */
const CostLabel = memo(function CostLabel({ unit }: { unit: string }) {
  return (
    <InfoLabel info={`Definitions that this answer puts into the context, where they stay.\n${unit}`}>
      Cost of this search
    </InfoLabel>
  );
});
