/** The head numbers of one client: standing, reachable by search, if all eager. */
import type { ReactNode } from "react";
import type { ClientAudit } from "../wire/generated";
import { isClaude } from "../lib/clients";
import * as explain from "../lib/explain";
import { band, count, share, tokenSum } from "../lib/format";
import { InfoLabel } from "../parts/InfoLabel";

type Props = {
  client: ClientAudit;
  base: explain.Base;
  /** The model's window, tokens; null: not set, no share shown. */
  modelWindow: number | null;
};

export function HeadNumbers({ client, base, modelWindow }: Props) {
  const { standing, deferred, ifAllEager } = client;
  return (
    <dl className="head-numbers">
      <Head label="Standing, before the first message" info={explain.standing(client, base)} unit="tok" value={tokenSum(standing)}>
        {isClaude(client.id) && standing.tokens > 0 && (
          <dd className="caption">
            <InfoLabel info={explain.claudeBand(base)}>Claude counts</InfoLabel>{" "}
            <span className="selectable">~ {band(standing.tokens, base.claudeBand)}</span>
          </dd>
        )}
      </Head>
      <Head label="Reachable by search" info={explain.deferred(client, base)} unit="tok" value={tokenSum(deferred)} />
      <Head label="If all eager" info={explain.allEager(client, base)} unit="tok" value={tokenSum(ifAllEager)} />
      {modelWindow !== null && (
        <Head
          label={`Of a window of ${count(modelWindow)} tok`}
          info={`Standing weight as a part of the window you set in Settings.\n${explain.unit(base)}`}
          value={`${standing.lowerBound ? "≥ " : ""}${share(standing.tokens, modelWindow)}`}
        />
      )}
    </dl>
  );
}

type HeadProps = { label: string; info: string; value: string; unit?: string; children?: ReactNode };

function Head({ label, info, value, unit, children }: HeadProps) {
  return (
    <div>
      <dt>
        <InfoLabel info={info}>{label}</InfoLabel>
      </dt>
      <dd>
        <span className="number selectable">{value}</span>
        {unit !== undefined && <span className="caption"> {unit}</span>}
      </dd>
      {children}
    </div>
  );
}
