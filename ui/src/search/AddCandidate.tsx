/** Carries a tried server into Loading: where its entry would go, and the step there. */
import { useState } from "react";
import type { Candidate, ClientAudit } from "../wire/generated";
import { addition, placesToAdd } from "../lib/additions";
import type { StagedChange } from "../lib/staged";
import { visible } from "../lib/visible";
import { Choice } from "../parts/Choice";

/** What the lab asks of Loading. */
export type Additions = {
  /** Stages an addition and shows it there. */
  stage: (change: StagedChange) => void;
  /** Takes back what would add a tried server, which is being forgotten. */
  drop: (key: string) => void;
};

type Props = {
  candidate: Candidate;
  clients: readonly ClientAudit[];
  inProject: boolean;
  additions: Additions;
};

export function AddCandidate({ candidate, clients, inProject, additions }: Props) {
  const places = placesToAdd(clients, inProject);
  const [chosen, setChosen] = useState<string | null>(null);
  const place = places.find(({ value }) => value === chosen) ?? places[0];
  if (candidate.notAddable !== null) return <span className="dim">Cannot be added: {visible(candidate.notAddable)}.</span>;
  if (place === undefined) return null;
  return (
    <>
      <Choice label="Add to" value={place.value} options={places} onChange={setChosen} />
      <button type="button" className="button primary" onClick={() => additions.stage(addition(candidate, place.value))}>
        Add in Loading
      </button>
    </>
  );
}
