/** Names with values; what is not known is left out. */
import { ServerText } from "../parts/ServerText";

type Props = { facts: readonly (readonly [string, string | null])[] };

export function Facts({ facts }: Props) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null || value === "" ? null : (
          <div key={name}>
            <dt className="caption">{name}</dt>
            <dd className="selectable">
              <ServerText text={value} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
