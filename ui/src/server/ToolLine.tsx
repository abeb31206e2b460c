/** One tool of the server as a row. */
import type { ToolRow } from "../lib/catalogue";
import { count } from "../lib/format";
import { visible } from "../lib/visible";
import { LoadingChip } from "../parts/LoadingChip";

type Props = {
  tool: ToolRow;
  domId: string;
  /** Position, from 0, and its place, px. */
  index: number;
  top: number;
  selected: boolean;
  onSelect: () => void;
};

export function ToolLine({ tool, domId, index, top, selected, onSelect }: Props) {
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are on the grid, which has the focus
    <div
      role="row"
      id={domId}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={selected ? "tool-grid tool-line selected" : "tool-grid tool-line"}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <span role="gridcell" className="tool-line-name selectable">
        {visible(tool.name)}
      </span>
      <span role="gridcell" className="strong selectable">
        {count(tool.tokens)}
      </span>
      <span role="gridcell">{count(tool.parts.name)}</span>
      <span role="gridcell">{count(tool.parts.description)}</span>
      <span role="gridcell">{count(tool.parts.schema)}</span>
      <span role="gridcell">
        <LoadingChip loading={tool.loading} />
      </span>
    </div>
  );
}
