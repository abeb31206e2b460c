/** The tools of a server with a box each; virtual, for servers with very many. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { SwitchTool } from "../wire/generated";
import { count } from "../lib/format";
import { Check } from "../parts/Check";
import { ServerText } from "../parts/ServerText";

type Props = {
  tools: readonly SwitchTool[];
  kept: ReadonlySet<string>;
  onKeep: (name: string, keep: boolean) => void;
};

const ROW = 24;
/** Rows seen at once. */
const SHOWN = 10;

export function ScopeTools({ tools, kept, onKeep }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 4,
  });
  return (
    <div ref={scroller} className="scope-list" style={{ height: ROW * Math.min(SHOWN, tools.length) }}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const tool = tools[item.index];
          return tool === undefined ? null : (
            <li key={tool.name} className="scope-line" style={{ transform: `translateY(${item.start}px)` }}>
              <Check checked={kept.has(tool.name)} onChange={(keep) => onKeep(tool.name, keep)}>
                <ServerText text={tool.name} />
              </Check>
              <span className="caption">{tool.readOnly === true && "reads"}</span>
              <span className="right">{count(tool.tokens)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
