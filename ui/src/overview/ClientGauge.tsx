/** How much of what a client could load it does load, as a Plimsoll mark. */
import type { ClientAudit } from "../wire/generated";
import { clientName } from "../lib/clients";
import { share } from "../lib/format";
import { Gauge } from "../parts/Gauge";

type Props = { client: ClientAudit };

export function ClientGauge({ client }: Props) {
  const { standing, ifAllEager } = client;
  const level = ifAllEager.tokens > 0 ? standing.tokens / ifAllEager.tokens : null;
  const words =
    level === null
      ? `${clientName(client.id)}: nothing weighed yet`
      : `${clientName(client.id)}: standing weight is ${share(standing.tokens, ifAllEager.tokens)} of what it would be if all were loaded always`;
  return <Gauge level={level} label={words} />;
}
