/** Names with token counts, right-aligned, each with a thin bar of its part. */
import { count } from "../lib/format";
import { ServerText } from "../parts/ServerText";

type Props = { parts: readonly (readonly [string, number])[] };

export function Parts({ parts }: Props) {
  const most = Math.max(1, ...parts.map(([, tokens]) => tokens));
  return (
    <dl className="parts">
      {parts.map(([name, tokens], index) => (
        <div key={index}>
          <dt>
            <ServerText text={name} />
          </dt>
          <dd className="part-bar" aria-hidden="true">
            <span style={{ width: `${(100 * tokens) / most}%` }} />
          </dd>
          <dd className="selectable right">{count(tokens)}</dd>
        </div>
      ))}
    </dl>
  );
}
