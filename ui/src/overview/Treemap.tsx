/**
 * The treemap: one tab stop, arrows visit tiles in weight order, Enter zooms.
 * Shows the same selection as the table, which is the primary.
 */
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { ServerRow, ToolRow } from "../lib/catalogue";
import { rowOf, stops, type Stop } from "../lib/tiles";
import { layout } from "../lib/treemap";
import { useSize } from "../lib/useSize";
import { TreemapBlock } from "./TreemapBlock";
import "./treemap.css";

type Props = {
  /** Every server in place, whatever the filter. */
  rows: readonly ServerRow[];
  /** Tokens of all, for shares. */
  total: number;
  /** Whether the filter keeps a tool, or a server without tools; others are dimmed, not moved. */
  keeps: (row: ToolRow | ServerRow) => boolean;
  selected: string | null;
  onSelect: (id: string) => void;
  /** Row id of what the pointer has rested on; null: it left. */
  onPreview: (id: string | null) => void;
  /** Opens one server over the whole field; called for a server's row id. */
  onZoom: (server: string) => void;
  onZoomOut: () => void;
};

/** How long the pointer rests before it previews, ms. */
const REST_MS = 80;

export function Treemap({ rows, total, keeps, selected, onSelect, onPreview, onZoom, onZoomOut }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(field);
  const base = useId();
  const blocks = useMemo(() => layout(rows, width, height), [rows, width, height]);
  const order = useMemo(() => stops(blocks), [blocks]);
  const places = useMemo(() => new Map(order.map(({ id }, index) => [id, index])), [order]);
  // A group of small ones has no row: where the keys are until another row is selected.
  const [at, setAt] = useState<{ id: string; row: string | null } | null>(null);
  const here = at !== null && (at.row === null || at.row === selected) ? at.id : selected;
  const active = Math.max(0, places.get(here ?? "") ?? -1);

  const resting = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(resting.current), []);

  const choose = (stop: Stop | undefined) => {
    if (stop === undefined) return;
    const row = rowOf(stop);
    setAt({ id: stop.id, row });
    if (row !== null) onSelect(row);
  };
  const rest = (on: Stop | undefined) => {
    window.clearTimeout(resting.current);
    resting.current = window.setTimeout(() => onPreview(on === undefined ? null : rowOf(on)), REST_MS);
  };
  const point = (event: PointerEvent) => {
    const over = event.target instanceof Element ? event.target.closest("[data-stop]") : null;
    rest(order[places.get(over?.getAttribute("data-stop") ?? "") ?? -1]);
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
    else if (event.key === "Enter" || event.key === "+") enter(order[active]);
    else if (event.key === "Backspace" || event.key === "-") onZoomOut();
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
      onPointerOver={point}
      onPointerLeave={() => rest(undefined)}
    >
      {blocks.map((block) => (
        <TreemapBlock
          key={block.id}
          block={block}
          total={total}
          keeps={keeps}
          selected={selected}
          active={order[active]?.id ?? null}
          domId={(id) => `${base}${places.get(id) ?? 0}`}
          onChoose={(id) => choose(order.find((stop) => stop.id === id))}
          onZoom={() => enter(order.find((stop) => stop.block === block))}
        />
      ))}
    </div>
  );
}
