/** Every tool, predicted and observed; those that differ first. Virtual. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useId, useMemo, useRef, useState } from "react";
import type { ProvenTool } from "../wire/generated";
import { asLoading } from "../lib/loading";
import { useGridKeys } from "../lib/useGridKeys";
import { visible } from "../lib/visible";
import { LoadingChip } from "../parts/LoadingChip";

type Props = { tools: readonly ProvenTool[] };

const ROW = 28;
const SHOWN = 9;

function differs({ predicted, observed }: ProvenTool): boolean {
  return predicted !== observed;
}

/** Where the tool's own name begins: the part before it gives way first. */
function nameAt({ sentAs }: ProvenTool): number {
  return /^mcp__.*?__/.exec(sentAs)?.[0].length ?? 0;
}

export function ProvenTools({ tools }: Props) {
  const rows = useMemo(() => [...tools.filter(differs), ...tools.filter((tool) => !differs(tool))], [tools]);
  const [at, setAt] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const base = useId();
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    scrollPaddingEnd: ROW,
    overscan: 6,
  });
  const keys = useGridKeys({
    count: rows.length,
    columns: 3,
    at,
    page: SHOWN - 1,
    name: (index) => rows[index]?.sentAs ?? "",
    level: () => 0,
    open: () => null,
    onOpen: () => undefined,
    onMove: (index) => {
      setAt(index);
      virtual.scrollToIndex(index);
    },
    onEnter: () => undefined,
  });
  return (
    <div
      ref={scroller}
      role="grid"
      className="proven"
      aria-label="Tools, predicted and observed"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length > 0 ? `${base}${at}` : undefined}
      tabIndex={0}
      style={{ height: ROW * (Math.min(SHOWN, rows.length) + 1) }}
      onKeyDown={keys.onKeyDown}
    >
      <div role="rowgroup" className="proven-head">
        <div role="row" aria-rowindex={1} className="proven-grid caption">
          <span role="columnheader">Tool, as sent</span>
          <span role="columnheader">Predicted</span>
          <span role="columnheader">Observed</span>
        </div>
      </div>
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const tool = rows[item.index];
          return tool === undefined ? null : (
            <div
              key={item.index}
              role="row"
              id={`${base}${item.index}`}
              aria-rowindex={item.index + 2}
              aria-selected={item.index === at}
              className={`proven-grid proven-row${item.index === at ? " selected" : ""}`}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span role="gridcell" className="proven-name selectable" aria-label={visible(tool.sentAs)} title={visible(tool.sentAs)}>
                {differs(tool) && <span className="warn">▲ </span>}
                <span className="proven-server">{visible(tool.sentAs.slice(0, nameAt(tool)))}</span>
                <span>{visible(tool.sentAs.slice(nameAt(tool)))}</span>
              </span>
              <span role="gridcell">
                <LoadingChip loading={asLoading(tool.predicted)} />
              </span>
              <span role="gridcell">
                <LoadingChip loading={asLoading(tool.observed)} />
                {tool.cut === true && <span className="caption"> cut</span>}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
