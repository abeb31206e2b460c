/** The lines of a log: virtual, one of them chosen, the newest followed until the user scrolls up. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useRef, type KeyboardEvent } from "react";
import { duration } from "../lib/format";
import type { LogLine } from "../wire/generated";
import { rem } from "../lib/rem";
import { ServerText } from "../parts/ServerText";

type Props = {
  lines: readonly LogLine[];
  /** The line chosen; null: none. */
  at: number | null;
  follow: boolean;
  onAt: (at: number) => void;
  onFollow: (follow: boolean) => void;
};

/** Height of a line that does not wrap, in the root's text size. */
const LINE = 1.375;
/** Nearer to the end than this counts as the end, px. */
const END = 4;

const SIGN: Readonly<Record<string, string>> = { out: "→", in: "←", stderr: "!", note: "·" };
const WORD: Readonly<Record<string, string>> = {
  out: "sent",
  in: "received",
  stderr: "stderr",
  note: "note",
};

export function LogLines({ lines, at, follow, onAt, onFollow }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  const base = useId();
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rem(LINE),
    overscan: 12,
  });
  useEffect(() => {
    if (follow && lines.length > 0) virtual.scrollToIndex(lines.length - 1);
  }, [follow, lines, virtual]);
  useEffect(() => {
    if (at !== null) virtual.scrollToIndex(at);
  }, [at, virtual]);

  const scrolled = () => {
    const node = scroller.current;
    if (node === null) return;
    const atEnd = node.scrollHeight - node.clientHeight - node.scrollTop < END;
    if (node.scrollTop < top.current && !atEnd) onFollow(false);
    top.current = node.scrollTop;
  };
  const key = (event: KeyboardEvent) => {
    const last = lines.length - 1;
    const now = at ?? -1;
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + 10, PageUp: now - 10, Home: 0, End: last }[event.key];
    if (to === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onAt(Math.min(last, Math.max(0, to)));
    if (to < last) onFollow(false);
  };

  return (
    <div
      ref={scroller}
      className="log-lines code"
      role="listbox"
      aria-label="Connection log"
      aria-activedescendant={at === null ? undefined : `${base}${at}`}
      tabIndex={0}
      onScroll={scrolled}
      onKeyDown={key}
    >
      <div className="log-body" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          return line === undefined ? null : (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are on the list, which has the focus
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              role="option"
              id={`${base}${item.index}`}
              aria-selected={item.index === at}
              className={`log-line log-${line.kind}`}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={() => onAt(item.index)}
            >
              <span className="right dim">{duration(line.ms)}</span>
              <span role="img" aria-label={WORD[line.kind] ?? line.kind}>
                {SIGN[line.kind] ?? "·"}
              </span>
              <ServerText text={line.text} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
