/** No tool matches: what comes near, and what to search instead. */
import type { Search, SearchResult } from "../wire/generated";
import { visible } from "../lib/visible";
import { Empty } from "../parts/Empty";
import { ServerText } from "../parts/ServerText";
import { InsteadList } from "./InsteadList";
import { LoadedAnyway } from "./LoadedAnyway";
import type { Searching } from "./searching";

type Props = { searching: Searching; search: Search; result: SearchResult };

export function NothingFound({ searching, search, result }: Props) {
  return (
    <div className="nothing-found">
      <Empty title="This search finds nothing: the model would not get any tool.">
        {result.because !== undefined && (
          <p>
            <ServerText text={result.because} />
          </p>
        )}
        {result.unmatched.length > 0 && (
          <p>
            Matched nothing: <span className="selectable">{visible(result.unmatched.join(", "))}</span>
          </p>
        )}
        <InsteadList searching={searching} instead={result.instead} />
      </Empty>
      {/* The reason names those that are like the query. */}
      <LoadedAnyway names={search.alwaysLoaded} query={result.because === undefined ? result.query : ""} />
    </div>
  );
}
