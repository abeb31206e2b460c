/** Asks the user's own client what it loads, and holds it against what was predicted. */
import { useState } from "react";
import type { SwitchClient, TaskSet } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { useNotify } from "../parts/Notices";
import { Choice } from "../parts/Choice";
import { CopyButton } from "../parts/CopyButton";
import { Empty } from "../parts/Empty";
import { Finding } from "../parts/Finding";
import { Strip } from "../parts/Strip";
import { ProofResult } from "./ProofResult";
import { ProofRunning } from "./ProofRunning";
import type { ProofState } from "./useProof";

type Props = {
  clients: readonly SwitchClient[];
  proof: ProofState;
  taskSet: TaskSet | null;
  project: string | null;
  /** Whether something is staged that the proof does not see. */
  staged: boolean;
};

/** The client that can be run without an account. */
const RUNS = "claude-code";

export function ProofPanel({ clients, proof, taskSet, project, staged }: Props) {
  const host = useHost();
  const notify = useNotify();
  const [chosen, setChosen] = useState(proof.running?.client ?? RUNS);
  const [program, setProgram] = useState("");
  const client = clients.find(({ id }) => id === chosen)?.id ?? clients[0]?.id ?? RUNS;
  const runs = client === RUNS;
  const name = clientName(client);
  const result = proof.proofs[client];
  const start = () =>
    proof.start(client, { project, program: program === "" ? null : program, queries: taskSet?.tasks ?? [], timeoutMs: null });
  const pick = () => {
    host.pickFile(`Program of ${name}`, []).then((path) => path !== null && setProgram(path), notify.failed);
  };
  if (clients.length === 0) return <Empty title="No client is in use here, so there is nothing to prove." />;
  return (
    <div className="proof">
      <h2 tabIndex={-1} data-focus-first>Proof</h2>
      <Choice label="Client" value={client} options={clients.map(({ id }) => ({ value: id, label: clientName(id) }))} onChange={setChosen} />
      <p className="dim">
        {runs
          ? "Runs your own Claude Code in a throw-away home that holds copies of the settings. Every server is replaced by a replay of its tools; the model by a stand-in on this machine. No account is used, nothing leaves this machine, nothing of your home is touched."
          : `${name} cannot be run for this. Its files are read again by a second, strict reader, and compared.`}
      </p>
      {runs && (
        <p className="scope-buttons">
          <input className="field mono grow" aria-label="Program" placeholder="claude on PATH" value={program} onChange={(event) => setProgram(event.target.value)} />
          <button type="button" className="button" onClick={pick}>
            Choose…
          </button>
        </p>
      )}
      {runs && <p className="caption">{taskSet === null ? "No task set: its search is asked nothing." : `Its search is asked the ${plural(taskSet.tasks.length, "task")} of “${taskSet.name}”.`}</p>}
      {staged && <Strip tone="plain">Staged changes are not in it: write them first.</Strip>}
      <p className="scope-buttons">
        {proof.running === null ? (
          <button type="button" className="button primary" onClick={start}>
            {runs ? `Prove with ${name}` : `Read ${name}’s files again`}
          </button>
        ) : (
          <ProofRunning asked={proof.running} project={project} onCancel={proof.cancel} />
        )}
      </p>
      {proof.problem?.code === "cancelled" && <p className="dim">Stopped. Nothing was compared.</p>}
      {proof.problem !== null && proof.problem.code !== "cancelled" && (
        <ul>
          <Finding problem={proof.problem} />
        </ul>
      )}
      {result !== undefined && (
        <>
          <ProofResult proof={result} />
          <p className="scope-buttons">
            <CopyButton label="Copy as JSON" text={() => JSON.stringify(result, null, 2)} />
          </p>
        </>
      )}
    </div>
  );
}
