/** One tool of a proof: how it was predicted and observed, and what of it arrived. */
import { asLoading, LOADING_WORD } from "../lib/loading";
import { arrived, type ProvenRow } from "../lib/proof";
import { visible } from "../lib/visible";
import { CopyButton } from "../parts/CopyButton";
import { ServerText } from "../parts/ServerText";

type Props = {
  row: ProvenRow;
  /** How the proof was made: `observed` or `reread`. */
  method: string;
};

export function ProvenTool({ row: { tool, differs, differences }, method }: Props) {
  const { sentAs, predicted, observed, text } = tool;
  return (
    <section className="proven-tool" aria-label={`${visible(sentAs)}, as sent`}>
      <p className="mono strong">
        <ServerText text={sentAs} />
      </p>
      <p>
        {differs && <span className="warn">▲ </span>}
        Predicted {LOADING_WORD[asLoading(predicted)].toLowerCase()}, observed {LOADING_WORD[asLoading(observed)].toLowerCase()}.
      </p>
      {differences.map(({ message }) => (
        <p key={message} className="caption">
          <ServerText text={message} />
        </p>
      ))}
      <p className="caption">{arrived(tool, method)}</p>
      {text !== undefined && (
        <>
          <div className="code">
            <ServerText text={text} lines />
          </div>
          <p>
            <CopyButton label="Copy as sent" text={() => text} />
          </p>
        </>
      )}
    </section>
  );
}
