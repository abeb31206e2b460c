/** What the client's own search answered to the tasks, beside what was predicted. */
import type { Proof } from "../wire/generated";
import { plural } from "../lib/format";
import { searchRows, type SearchRow } from "../lib/proof";
import { ServerText } from "../parts/ServerText";

type Props = { proof: Proof };

const WORDS: Readonly<Record<SearchRow["outcome"], readonly [string, string]>> = {
  same: ["ok", "✓ as predicted"],
  beside: ["ok", "✓ as predicted, beside tools of its own"],
  different: ["warn", "▲ different"],
};

export function ProvenSearches({ proof }: Props) {
  const rows = searchRows(proof);
  const different = rows.filter(({ outcome }) => outcome === "different").length;
  if (rows.length === 0) return null;
  return (
    <details open={different > 0}>
      <summary>
        What its search answered: {plural(rows.length, "query", "queries")}
        {different > 0 && `, ${different} different`}
      </summary>
      <ul className="proven-searches">
        {rows.map(({ result: { id, query, predicted, observed }, outcome }) => {
          const [tone, words] = WORDS[outcome];
          return (
            <li key={id}>
              <p>
                <span className={tone}>{words}</span> <ServerText text={query} />
              </p>
              {outcome !== "same" && (
                <p className="caption">
                  predicted <ServerText text={predicted.join(", ") || "nothing"} />
                </p>
              )}
              <p className="caption">
                observed <ServerText text={observed.join(", ") || "nothing"} />
              </p>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
