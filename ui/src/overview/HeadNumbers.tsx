/** The head numbers of one client: standing, reachable by search, if all eager. */
import type { Audit, ClientAudit } from "../wire/generated";
import { isClaude } from "../lib/clients";
import * as explain from "../lib/explain";
import { band, count, share, tokenSum } from "../lib/format";
import { InfoLabel } from "../parts/InfoLabel";

type Props = {
  client: ClientAudit;
  audit: Audit;
  /** The model's window, tokens; null: not set, no share shown. */
  modelWindow: number | null;
};

export function HeadNumbers({ client, audit, modelWindow }: Props) {
  const { standing, deferred, ifAllEager } = client;
  return (
    <dl className="head-numbers">
      <div>
        <dt>
          <InfoLabel info={explain.standing(client, audit)}>
            Standing, before the first message
          </InfoLabel>
        </dt>
        <dd>
          <span className="number selectable">{tokenSum(standing)}</span>{" "}
          <span className="caption">tok</span>
        </dd>
        {isClaude(client.id) && standing.tokens > 0 && (
          <dd className="caption selectable">
            Claude counts ~ {band(standing.tokens, audit.claudeBand)}
          </dd>
        )}
      </div>
      <div>
        <dt>
          <InfoLabel info={explain.deferred(client, audit)}>Reachable by search</InfoLabel>
        </dt>
        <dd>
          <span className="number selectable">{tokenSum(deferred)}</span>{" "}
          <span className="caption">tok</span>
        </dd>
      </div>
      <div>
        <dt>
          <InfoLabel info={explain.allEager(client, audit)}>If all eager</InfoLabel>
        </dt>
        <dd>
          <span className="number selectable">{tokenSum(ifAllEager)}</span>{" "}
          <span className="caption">tok</span>
        </dd>
      </div>
      {modelWindow !== null && (
        <div>
          <dt>
            <InfoLabel
              info={`Standing weight as a part of the window you set in Settings.\n${explain.unit(audit)}`}
            >
              Of a {count(modelWindow)} window
            </InfoLabel>
          </dt>
          <dd className="number selectable">
            {standing.lowerBound && "≥ "}
            {share(standing.tokens, modelWindow)}
          </dd>
        </div>
      )}
    </dl>
  );
}
