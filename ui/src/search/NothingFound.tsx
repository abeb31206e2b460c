/** No tool matches: what comes near, and what to search instead. */
import type { Search, SearchResult } from "../wire/generated";
import { visible } from "../lib/visible";
import { Empty } from "../parts/Empty";
import { ServerText } from "../parts/ServerText";
import { LoadedAnyway } from "./LoadedAnyway";
import type { Lab } from "./useLab";

type Props = { lab: Lab; search: Search; result: SearchResult };

/** The query with one word in place of another. */
function replaced(query: string, of: string, word: string): string {
  const at = query.toLowerCase().indexOf(of.toLowerCase());
  return at < 0 ? word : query.slice(0, at) + word + query.slice(at + of.length);
}

export function NothingFound({ lab, search, result }: Props) {
  return (
    <div className="nothing-found">
      <Empty title="This search finds nothing: the model would not get any tool.">
        {result.unmatched.length > 0 && (
          <p>
            Matched nothing: <span className="selectable">{visible(result.unmatched.join(", "))}</span>
          </p>
        )}
        {result.instead.length > 0 && (
          <>
            <p>Words that names here do have:</p>
            <ul className="instead">
              {result.instead.map(({ of, word, tool }) => (
                <li key={`${of} ${tool}`}>
                  <button
                    type="button"
                    className="button"
                    onClick={() => lab.setQuery(replaced(lab.query, of, word))}
                  >
                    {visible(word)} instead of {visible(of)}
                  </button>{" "}
                  <span className="caption">
                    as in <ServerText text={tool} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Empty>
      <LoadedAnyway names={search.alwaysLoaded} query={lab.query} />
    </div>
  );
}
