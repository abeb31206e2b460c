/** Why a server did not answer, its last words, and what can be done. */
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import { LastWords } from "../parts/LastWords";
import { ProblemActions } from "../parts/ProblemActions";
import { ServerText } from "../parts/ServerText";

type Props = { server: ServerRow; acts: ServerActs };

export function Failure({ server, acts }: Props) {
  const entry = server.entries.find((here) => here.entry.problem !== null)?.entry;
  if (entry?.problem == null) return null;
  const { problem, lastWords: words } = entry;
  return (
    <section className="problem">
      <p className="danger">
        <ServerText text={problem.message} />
      </p>
      {problem.hint !== null && <p className="selectable">{problem.hint}</p>}
      {/* Numbers of an earlier list stay, and say so. */}
      {server.known && <p className="caption">The numbers are of its earlier list.</p>}
      <LastWords words={words} />
      <ProblemActions serverKey={server.key} problem={problem} words={words} acts={acts} />
    </section>
  );
}
