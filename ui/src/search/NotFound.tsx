/** Why the tool looked at is not among the results of the query. */
import type { SearchResult } from "../wire/generated";
import { plural } from "../lib/format";
import { engineTitle } from "../lib/lab";
import { ServerText } from "../parts/ServerText";

type Props = {
  /** Its written name. */
  sentAs: string;
  /** The answers it is in none of: of one engine, or of all. */
  results: readonly SearchResult[];
  /** Written names of tools that are loaded always. */
  always: readonly string[];
};

export function NotFound({ sentAs, results, always }: Props) {
  if (always.includes(sentAs)) {
    return <p className="dim">Loaded always: it is in context from the start, so no search lists it.</p>;
  }
  const answers = results.filter(({ error }) => error === null);
  const [first] = answers;
  if (first === undefined) return null;
  const where = answers.length > 1 ? "of any engine" : `of ${engineTitle(first.engine)}`;
  const because = answers.find((result) => result.because !== undefined)?.because;
  return (
    <p className="dim">
      This query does not find it: not among the first {plural(first.maxResults, "result")} {where}.
      {because !== undefined && answers.length === 1 && (
        <>
          {" "}
          <ServerText text={because} />
        </>
      )}
    </p>
  );
}
