/** The server's tools with their weight by part, and the definition of the one chosen. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import * as explain from "../lib/explain";
import { keeper } from "../lib/filter";
import { rem } from "../lib/rem";
import { useGridKeys } from "../lib/useGridKeys";
import { Empty } from "../parts/Empty";
import { InfoLabel } from "../parts/InfoLabel";
import { Definition } from "./Definition";
import { NoTools } from "./NoTools";
import { ToolLine } from "./ToolLine";

type Props = {
  row: ServerRow;
  projects: string[];
  base: explain.Base;
  /** Words that tools must hold to be listed. */
  filter: string;
  acts: ServerActs;
  onClearFilter: () => void;
};

/** Height of a row, in the root's text size. */
const ROW = 1.75;
const NO_LOADINGS = new Set<never>();
const COLUMNS = 6;

export function Tools({ row, projects, base, filter, acts, onClearFilter }: Props) {
  const tools = useMemo(
    () =>
      row.tools
        .filter(keeper({ text: filter, loadings: NO_LOADINGS }))
        .sort((a, b) => b.tokens - a.tokens || a.name.localeCompare(b.name)),
    [row, filter],
  );
  const [chosen, setChosen] = useState<string | null>(tools[0]?.id ?? null);
  const at = tools.findIndex(({ id }) => id === chosen);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const rowHeight = rem(ROW);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The head stays in place above the rows.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 8,
  });
  const keys = useGridKeys({
    count: tools.length,
    columns: COLUMNS,
    at,
    page: 10,
    name: (index) => tools[index]?.name ?? "",
    level: () => 0,
    open: () => null,
    onOpen: () => undefined,
    onMove: (index) => setChosen(tools[index]?.id ?? null),
    onEnter: () => undefined,
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);
  if (tools.length === 0 && row.tools.length > 0) {
    return (
      <Empty title="No tool of this server matches the filter.">
        <button type="button" className="button" onClick={onClearFilter}>
          Clear filter
        </button>
      </Empty>
    );
  }
  if (tools.length === 0) return <NoTools row={row} acts={acts} />;
  const tool = tools[at];
  return (
    <div className="tools">
      <div
        ref={scroller}
        role="grid"
        className="tool-table"
        aria-label="Tools, heaviest first"
        aria-rowcount={tools.length + 1}
        aria-activedescendant={at < 0 ? undefined : `${id}${at}`}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
      >
        <div role="rowgroup" className="tool-head">
          <div role="row" aria-rowindex={1} className="tool-grid caption">
            <span role="columnheader">Tool</span>
            <span role="columnheader">
              <InfoLabel info={explain.weight(base, row)}>Tokens</InfoLabel>
            </span>
            {["Name", "Description", "Schema"].map((part) => (
              <span key={part} role="columnheader">
                <InfoLabel info={explain.part(base)}>{part}</InfoLabel>
              </span>
            ))}
            <span role="columnheader">Loading</span>
          </div>
        </div>
        <div role="rowgroup" className="tool-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const one = tools[item.index];
            return one === undefined ? null : (
              <ToolLine
                key={one.id}
                tool={one}
                domId={`${id}${item.index}`}
                index={item.index}
                top={item.start - rowHeight}
                selected={one.id === chosen}
                onSelect={() => setChosen(one.id)}
              />
            );
          })}
        </div>
      </div>
      {tool !== undefined && <Definition tool={tool} projects={projects} />}
    </div>
  );
}
