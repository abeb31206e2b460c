/** Each reason a tool was found with what it adds to the score, and terms that found nothing. */
import type { FoundWhy } from "../wire/generated";
import { fieldWord, reasons, scoreText } from "../lib/found";
import { engineTitle } from "../lib/lab";
import { ServerText } from "../parts/ServerText";

type Props = { why: readonly FoundWhy[]; unmatched: readonly string[]; engine: string };

export function WhyMatched({ why, unmatched, engine }: Props) {
  return (
    <section>
      <h3>Why it matched, {engineTitle(engine)}; + what it adds to the score</h3>
      <ul className="why-list">
        {reasons(why).map(({ term, field, times, points }) => (
          <li key={`${field} ${term}`}>
            <span>
              “<ServerText text={term} />” in {fieldWord(field)}
              {times > 1 && ` ×${times}`}
            </span>
            <span className="right selectable">+ {scoreText(points)}</span>
          </li>
        ))}
      </ul>
      {unmatched.length > 0 && (
        <p className="caption">
          Matched nothing: <ServerText text={unmatched.join(", ")} />
        </p>
      )}
    </section>
  );
}
