/** Below the engines side by side: who refuses the query and who finds nothing, and why. */
import type { SearchResult } from "../wire/generated";
import { engineTitle } from "../lib/lab";
import { nothingBecause } from "../lib/sideBySide";
import { visible } from "../lib/visible";
import { ServerText } from "../parts/ServerText";

type Props = { results: readonly SearchResult[] };

export function SideFoot({ results }: Props) {
  return (
    <ul className="result-foot">
      {results
        .filter(({ error }) => error !== null)
        .map(({ engine, error }) => (
          <li key={engine} className="danger selectable">
            {engineTitle(engine)} refuses this query: {visible(error?.message ?? "")}
          </li>
        ))}
      {nothingBecause(results).map(({ because, engines }) => (
        <li key={because} className="dim">
          Nothing in {engines.map(engineTitle).join(", ")}: <ServerText text={because} />
        </li>
      ))}
    </ul>
  );
}
