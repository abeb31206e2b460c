/** The treemap with what stands above it, in a frame of movable height. */
import { useMemo } from "react";
import type { ServerRow } from "../lib/catalogue";
import * as explain from "../lib/explain";
import { keeper, type Filter } from "../lib/filter";
import { useStored } from "../lib/stored";
import { Split } from "../parts/Split";
import { Crumbs, type BlockOrder } from "./Crumbs";
import { Treemap } from "./Treemap";

type Props = {
  rows: readonly ServerRow[];
  base: explain.Base;
  filter: Filter;
  /** The filter that tiles follow; may be a moment behind. */
  shown: Filter;
  /** Row id of the server that fills the treemap; null: all. */
  zoom: string | null;
  selected: string | null;
  /** Whether the inspector is closed. */
  closed: boolean;
  onFilter: (filter: Filter) => void;
  onZoom: (server: string | null) => void;
  onSelect: (id: string) => void;
  onPreview: (id: string | null) => void;
  onInspector: () => void;
};

/** Bounds of the treemap's height, px; a third of the window unless the user moved it. */
const HEIGHT = { min: 96, max: 640, initial: Math.round(window.innerHeight * 0.32) };

export function TreemapPane(props: Props) {
  const { rows, base, filter, shown, zoom, onZoom } = props;
  const [height, setHeight] = useStored("treemapHeight", HEIGHT.initial);
  const [order, setOrder] = useStored<string>("treemapOrder", "configuration");
  const zoomed = rows.find((row) => row.id === zoom);
  const placed = useMemo(() => {
    if (zoomed !== undefined) return [zoomed];
    return order === "name" ? [...rows].sort((a, b) => a.name.localeCompare(b.name)) : rows;
  }, [rows, zoomed, order]);
  const total = placed.reduce((sum, row) => sum + row.tokens, 0);
  const keeps = useMemo(() => keeper(shown), [shown]);
  return (
    <>
      <Crumbs
        zoomed={zoomed?.name ?? null}
        info={explain.area(base)}
        filter={filter}
        order={order as BlockOrder}
        closed={props.closed}
        onFilter={props.onFilter}
        onOrder={setOrder}
        onAll={() => onZoom(null)}
        onInspector={props.onInspector}
      />
      <div className="treemap-frame" style={{ height }}>
        <Treemap
          rows={placed}
          total={total}
          keeps={keeps}
          selected={props.selected}
          onSelect={props.onSelect}
          onPreview={props.onPreview}
          onZoom={onZoom}
          onZoomOut={() => onZoom(null)}
        />
      </div>
      <Split label="Treemap height" size={height} {...HEIGHT} grows="down" onSize={setHeight} />
    </>
  );
}
