/** The heaviest definitions of all, as long as nothing is selected. */
import type { ServerRow } from "../lib/catalogue";
import * as explain from "../lib/explain";
import { count } from "../lib/format";
import { visible } from "../lib/visible";
import { InfoLabel } from "../parts/InfoLabel";

type Props = {
  rows: readonly ServerRow[];
  base: explain.Base;
  onSelect: (id: string) => void;
};

const SHOWN = 12;

export function Heaviest({ rows, base, onSelect }: Props) {
  const tools = rows
    .flatMap((row) => row.tools)
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, SHOWN);
  return (
    <article className="inspector-body" aria-label="Heaviest definitions">
      <header>
        <h2>Heaviest definitions</h2>
        <p className="dim">Select a server or a tool to see where its weight comes from.</p>
      </header>
      {tools.length > 0 && (
        <section>
          <p className="heaviest-head">
            <span className="caption">Tool, server</span>
            <InfoLabel info={explain.weight(base)}>tok</InfoLabel>
          </p>
          <ol className="heaviest">
            {tools.map((tool) => (
              <li key={tool.id}>
                <button type="button" className="link" onClick={() => onSelect(tool.id)}>
                  {visible(tool.name)}
                </button>
                <span className="caption">{visible(tool.serverName)}</span>
                <span className="right selectable">{count(tool.tokens)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </article>
  );
}
