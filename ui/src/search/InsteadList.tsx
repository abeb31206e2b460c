/** Words of the names in place of those that match nothing; each asks again. */
import type { SearchResult } from "../wire/generated";
import { visible } from "../lib/visible";
import { ServerText } from "../parts/ServerText";
import type { Searching } from "./searching";

type Props = { searching: Searching; instead: SearchResult["instead"] };

export function InsteadList({ searching, instead }: Props) {
  if (instead.length === 0) return null;
  return (
    <>
      <p>Words that names here do have:</p>
      <ul className="instead">
        {instead.map(({ of, word, tool }) => (
          <li key={`${of} ${word}`}>
            <button
              type="button"
              className="button"
              onClick={() => searching.say({ query: replaced(searching.wording.query, of, word) })}
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
  );
}

/** The query with one word in place of another. */
function replaced(query: string, of: string, word: string): string {
  const at = query.toLowerCase().indexOf(of.toLowerCase());
  return at < 0 ? word : query.slice(0, at) + word + query.slice(at + of.length);
}
