/** Every tool, predicted and observed; those that differ first. Virtual. Below: what arrived of the active one, on request. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useId, useMemo, useRef, useState } from "react";
import type { Proof } from "../wire/generated";
import { asLoading } from "../lib/loading";
import { provenRows, type ProvenRow } from "../lib/proof";
import { useGridKeys } from "../lib/useGridKeys";
import { visible } from "../lib/visible";
import { LoadingChip } from "../parts/LoadingChip";
import { ProvenTool } from "./ProvenTool";

type Props = { proof: Proof };

const ROW = 28;
const SHOWN = 9;

/** Where the tool's own name begins: the part before it gives way first. */
function nameAt({ tool: { sentAs } }: ProvenRow): number {
  return /^mcp__.*?__/.exec(sentAs)?.[0].length ?? 0;
}

export function ProvenTools({ proof }: Props) {
  const rows = useMemo(() => provenRows(proof), [proof]);
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const active = rows[at];
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
    name: (index) => rows[index]?.tool.sentAs ?? "",
    level: () => 0,
    open: () => null,
    onOpen: () => undefined,
    onMove: (index) => {
      setAt(index);
      virtual.scrollToIndex(index);
    },
    onEnter: () => setOpen(!open),
    onSpace: () => setOpen(!open),
  });
  if (active === undefined) return null;
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        className="proven"
        aria-label="Tools, predicted and observed"
        aria-describedby={`${base}keys`}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={`${base}${at}`}
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
            const row = rows[item.index];
            if (row === undefined) return null;
            const { sentAs, predicted, observed, cut } = row.tool;
            return (
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are on the grid, which has the focus
              <div
                key={item.index}
                role="row"
                id={`${base}${item.index}`}
                aria-rowindex={item.index + 2}
                aria-selected={item.index === at}
                className={`proven-grid proven-row${item.index === at ? " selected" : ""}`}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => {
                  setOpen(item.index !== at || !open);
                  setAt(item.index);
                }}
              >
                <span role="gridcell" className="proven-name selectable" aria-label={visible(sentAs)} title={visible(sentAs)}>
                  {row.differs && <span className="warn">▲ </span>}
                  <span className="proven-server">{visible(sentAs.slice(0, nameAt(row)))}</span>
                  <span>{visible(sentAs.slice(nameAt(row)))}</span>
                </span>
                <span role="gridcell">
                  <LoadingChip loading={asLoading(predicted)} />
                </span>
                <span role="gridcell">
                  <LoadingChip loading={asLoading(observed)} />
                  {cut === true && <span className="caption"> cut</span>}
                </span>
              </div>
            );
          })}
        </div>
      </div>
      <p id={`${base}keys`} className="caption">
        Enter, or a click, shows what arrived of a tool.
      </p>
      {open && <ProvenTool row={active} method={proof.method} />}
    </>
  );
}
