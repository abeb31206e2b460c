/**
 * The treemap: one tab stop, arrows visit tiles in weight order, Enter zooms.
 * Shows the same selection as the table, which is the primary.
 */
import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { ServerRow, ToolRow } from "../lib/catalogue";
import { stops, type Stop } from "../lib/tiles";
import { layout } from "../lib/treemap";
import { useSize } from "../lib/useSize";
import { TreemapBlock } from "./TreemapBlock";
import "./treemap.css";

type Props = {
  /** Every server in place, whatever the filter. */
  rows: readonly ServerRow[];
  /** Tokens of all, for shares. */
  total: number;
  /** Whether the filter keeps a tool; others are dimmed, not moved. */
  keeps: (tool: ToolRow) => boolean;
  selected: string | null;
  onSelect: (id: string) => void;
  /** Opens one server over the whole field; called for a server's row id. */
  onZoom: (server: string) => void;
  onZoomOut: () => void;
};

export function Treemap({ rows, total, keeps, selected, onSelect, onZoom, onZoomOut }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(field);
  const base = useId();
  const blocks = useMemo(() => layout(rows, width, height), [rows, width, height]);
  const order = useMemo(() => stops(blocks), [blocks]);
  const [at, setAt] = useState<string | null>(null);
  const wanted = order.findIndex((stop) => stop.id === (at ?? selected));
  const active = Math.max(0, wanted);

  const choose = (stop: Stop | undefined) => {
    if (stop === undefined) return;
    setAt(stop.id);
    const merged = stop.tile === null ? stop.block.servers.length > 1 : stop.tile.tools.length > 1;
    const [server] = stop.block.servers;
    if (!merged) onSelect(stop.id);
    else if (stop.tile !== null && server !== undefined) onSelect(server.id);
  };
  const enter = (stop: Stop | undefined) => {
    const [server] = stop?.block.servers ?? [];
    if (server !== undefined && stop?.block.servers.length === 1) onZoom(server.id);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(order[active + step]);
    else if (event.key === "Home") choose(order[0]);
    else if (event.key === "End") choose(order.at(-1));
    else if (event.key === "Enter") enter(order[active]);
    else if (event.key === "Backspace") onZoomOut();
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={field}
      className="treemap"
      role="listbox"
      aria-label="Weight of tools by area"
      aria-activedescendant={order.length > 0 ? `${base}${active}` : undefined}
      tabIndex={0}
      onKeyDown={key}
    >
      {blocks.map((block) => (
        <TreemapBlock
          key={block.id}
          block={block}
          total={total}
          keeps={keeps}
          selected={selected}
          active={order[active]?.id ?? null}
          domId={(id) => `${base}${order.findIndex((stop) => stop.id === id)}`}
          onChoose={(id) => choose(order.find((stop) => stop.id === id))}
          onZoom={() => enter(order.find((stop) => stop.block === block))}
        />
      ))}
    </div>
  );
}
