/** One server of the treemap: its header and its tiles. */
import { useMemo } from "react";
import type { ServerRow, ToolRow } from "../lib/catalogue";
import { count, share } from "../lib/format";
import { sharedPrefix } from "../lib/labels";
import { blockName, groupFill, stateWord, tileName, tileText } from "../lib/tiles";
import { HEADER, type Block } from "../lib/treemap";
import { visible } from "../lib/visible";

type Props = {
  block: Block;
  /** Tokens of all blocks, for shares. */
  total: number;
  keeps: (row: ToolRow | ServerRow) => boolean;
  /** Row id of the selection, and of the tile keys are at. */
  selected: string | null;
  active: string | null;
  /** The DOM id of a tile, for `aria-activedescendant`. */
  domId: (id: string) => string;
  onChoose: (id: string) => void;
  onZoom: () => void;
};

/** Widths from which a header has room for tokens and share, px. */
const ROOM_TOKENS = 96;
const ROOM_SHARE = 150;

export function TreemapBlock(props: Props) {
  const { block, total, keeps, selected, active, domId, onChoose, onZoom } = props;
  const [only] = block.servers;
  const single = block.servers.length === 1 ? only : undefined;
  const name = single === undefined ? `+${count(block.servers.length)} servers` : visible(single.name);
  // What does not change with the selection; a block may hold ten thousand tools.
  const prefix = useMemo(() => sharedPrefix(single?.tools.map((tool) => tool.name) ?? []), [single]);
  const fills = useMemo(() => block.tiles.map((tile) => groupFill(tile.tools)), [block]);
  const dims = useMemo(() => block.tiles.map((tile) => !tile.tools.some(keeps)), [block, keeps]);
  const bare = block.tiles.length === 0;
  const classes = (id: string, more: string) =>
    `${more}${id === selected ? " selected" : ""}${id === active ? " active" : ""}`;
  const own = single === undefined ? groupFill(block.servers) : single.loading;

  return (
    <div role="group" aria-label={name}>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are on the listbox, which has the focus */}
      <div
        role="option"
        id={domId(block.id)}
        aria-label={blockName(block, total)}
        data-stop={block.id}
        aria-selected={block.id === selected}
        className={classes(
          block.id,
          bare ? `block bare fill-${own}${block.servers.some(keeps) ? "" : " dimmed"}` : "block",
        )}
        style={{
          left: block.x,
          top: block.y,
          width: block.width,
          height: bare ? block.height : HEADER,
        }}
        onClick={() => onChoose(block.id)}
        onDoubleClick={onZoom}
      >
        {block.width >= 40 && <span className="strong block-name">{name}</span>}
        {block.width >= ROOM_TOKENS && block.tokens > 0 && (
          <span className="block-tokens">
            {count(block.tokens)}
            {block.width >= ROOM_SHARE && ` · ${share(block.tokens, total)}`}
          </span>
        )}
        {bare && single !== undefined && block.height >= 48 && block.width >= 72 && (
          <span className="block-state">{stateWord(single)}</span>
        )}
      </div>
      {block.tiles.map((tile, index) => {
        const text = tileText(tile, prefix);
        const fill = fills[index] ?? "unknown";
        const dimmed = dims[index] === true;
        return (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are on the listbox, which has the focus
          <div
            key={tile.id}
            role="option"
            id={domId(tile.id)}
            data-stop={tile.id}
            aria-label={tileName(tile, name, total)}
            aria-selected={tile.id === selected}
            className={classes(
              tile.id,
              `tile fill-${fill}${dimmed ? " dimmed" : ""}`,
            )}
            style={{ left: tile.x, top: tile.y, width: tile.width, height: tile.height }}
            onClick={() => onChoose(tile.id)}
            onDoubleClick={onZoom}
          >
            {text.name !== "" && <span>{text.name}</span>}
            {text.tokens !== "" && <span>{text.tokens}</span>}
          </div>
        );
      })}
    </div>
  );
}
