/** What a candidate would add to each client, always and when needed. */
import type { Audit, CandidateWeight } from "../wire/generated";
import { clientName } from "../lib/clients";
import * as explain from "../lib/explain";
import { count, tokenSum } from "../lib/format";
import { asLoading, LOADING_WORD } from "../lib/loading";
import { InfoLabel } from "../parts/InfoLabel";

type Props = { weights: readonly CandidateWeight[]; audit: Audit };

/** "mixed" is no loading of one tool. */
function loadingWord(loading: string): string {
  return loading === "mixed" ? "Mixed" : LOADING_WORD[asLoading(loading)];
}

export function CandidateWeights({ weights, audit }: Props) {
  if (weights.length === 0) return null;
  return (
    <table className="run-summary">
      <thead>
        <tr className="caption">
          <th scope="col">Client</th>
          <th scope="col">
            <InfoLabel info={`With all definitions loaded from the start.\n${explain.unit(audit)}`}>Always, tok</InfoLabel>
          </th>
          <th scope="col">
            <InfoLabel info={`Before the first message, with definitions behind the search: names and instructions.\n${explain.unit(audit)}`}>
              When needed, tok
            </InfoLabel>
          </th>
          <th scope="col">As set now</th>
          <th scope="col">
            <InfoLabel info={`What the client has in context before the first message, without it and with it as set now.\n${explain.unit(audit)}`}>
              Standing now → with it, tok
            </InfoLabel>
          </th>
        </tr>
      </thead>
      <tbody>
        {weights.map(({ client, ifAlways, ifWhenNeeded, loading, standing, standingWith }) => (
          <tr key={client}>
            <th scope="row">{clientName(client)}</th>
            <td className="selectable">+ {count(ifAlways)}</td>
            <td className="selectable">{ifWhenNeeded === null ? "no such mode" : `+ ${count(ifWhenNeeded)}`}</td>
            <td>{loadingWord(loading)}</td>
            <td className="selectable">
              {tokenSum(standing)} → {tokenSum(standingWith)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
