/** Stored catalogues of the server, newest first, each against the one before. */
import type { ServerDetail, SnapshotLine } from "../wire/generated";
import * as explain from "../lib/explain";
import { clock, count, plural, signed } from "../lib/format";
import { InfoLabel } from "../parts/InfoLabel";
import { Empty } from "../parts/Empty";
import { ServerText } from "../parts/ServerText";

type Props = {
  /** Null while it is read. */
  detail: ServerDetail | null;
  base: explain.Base;
};

export function History({ detail, base }: Props) {
  if (detail === null) return <p className="dim">Reading…</p>;
  if (detail.history.length === 0) return <Empty title="No catalogue of this server is stored yet: connect it once." />;
  return (
    <div className="prose">
      <p>
        <InfoLabel info={explain.stored(base)}>All definitions of the server, in tokens of {base.tokenizer}</InfoLabel>
      </p>
      <ol>
        {detail.history.map((line, index) => (
          <li key={line.takenAt} className="snapshot">
            <span className="strong selectable">{clock(line.takenAt)}</span>
            <span className="right selectable">{plural(line.tools, "tool")}</span>
            <span className="right selectable">{count(line.tokens)} tok</span>
            <span className="right dim selectable">{change(line, detail.history[index + 1])}</span>
            <Names sign="+" word="added" names={line.added} />
            <Names sign="−" word="removed" names={line.removed} />
            <Names sign="~" word="changed" names={line.changed} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Tokens gained or lost against the snapshot before. */
function change(line: SnapshotLine, before: SnapshotLine | undefined): string {
  if (before === undefined) return "first";
  return `${signed(line.tokens - before.tokens)} tok`;
}

function Names({ sign, word, names }: { sign: string; word: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span className={`snapshot-names snapshot-${word}`}>
      {sign} {word}: <ServerText text={names.join(", ")} />
    </span>
  );
}
