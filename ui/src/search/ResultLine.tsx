/** One tool found: place, name with what matched, server, score, tokens, and why. */
import type { FoundTool } from "../wire/generated";
import { count } from "../lib/format";
import { marksIn, placeText, scoreText, whyText } from "../lib/found";
import { visible } from "../lib/visible";
import { MarkedText } from "../parts/MarkedText";
import type { RowPlace } from "./LabGrid";

type Props = {
  tools: readonly FoundTool[];
  at: number;
  place: RowPlace;
  /** Whether the scores are only approximately the engine's. */
  approximate: boolean;
  /** The best score: the full bar. */
  best: number;
  expected: boolean;
  onSelect: () => void;
};

export function ResultLine({ tools, at, place, approximate, best, expected, onSelect }: Props) {
  const tool = tools[at];
  if (tool === undefined) return null;
  const why = whyText(tool.why);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the role comes with its place; keys are on the grid, which has the focus
    <div {...place} onClick={onSelect}>
      <span role="gridcell" className="right selectable">
        {placeText(tools, at)}
      </span>
      <span role="gridcell" className="result-tool" title={tool.sentAs}>
        <span className="strong result-name">
          {expected && (
            <span className="ok" role="img" aria-label="expected">
              ✓{" "}
            </span>
          )}
          <MarkedText text={tool.name} marks={marksIn(tool.why, "name")} />
        </span>
        <span className="caption result-why">{visible(why)}</span>
      </span>
      <span role="gridcell" className="cut">
        {tool.server === null ? (
          <span className="dim">the client itself</span>
        ) : (
          <MarkedText text={tool.server} marks={marksIn(tool.why, "server")} />
        )}
      </span>
      <span role="gridcell" className="result-score">
        <span className="selectable">
          {approximate && "~ "}
          {scoreText(tool.score)}
        </span>
        <span className="score-bar" aria-hidden="true">
          <span style={{ width: `${best <= 0 ? 0 : Math.max(2, (100 * tool.score) / best)}%` }} />
        </span>
      </span>
      <span role="gridcell" className="right selectable">
        {count(tool.tokens)}
      </span>
    </div>
  );
}
