/** The last connection, step by step, with the server's last words. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ServerDetail } from "../wire/generated";
import { duration } from "../lib/format";
import { Check } from "../parts/Check";
import { Choice } from "../parts/Choice";
import { CopyButton } from "../parts/CopyButton";
import { Empty } from "../parts/Empty";
import { ServerText } from "../parts/ServerText";
import { Facts } from "./Facts";

type Props = {
  /** Null while it is read. */
  detail: ServerDetail | null;
};

const ROW = 22;
const KINDS = [
  { value: "all", label: "Everything" },
  { value: "messages", label: "Messages" },
  { value: "stderr", label: "What it wrote to stderr" },
];
const SIGN: Readonly<Record<string, string>> = { out: "→", in: "←", stderr: "!", note: "·" };
const WORD: Readonly<Record<string, string>> = {
  out: "sent",
  in: "received",
  stderr: "stderr",
  note: "note",
};

export function Log({ detail }: Props) {
  const [kind, setKind] = useState("all");
  const [find, setFind] = useState("");
  const [follow, setFollow] = useState(true);
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(
    () =>
      (detail?.log ?? []).filter(
        (line) =>
          (kind === "all" || (kind === "stderr") === (line.kind === "stderr")) &&
          line.text.toLowerCase().includes(find.toLowerCase()),
      ),
    [detail, kind, find],
  );
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  useEffect(() => {
    if (follow && lines.length > 0) virtual.scrollToIndex(lines.length - 1);
  }, [follow, lines, virtual]);
  if (detail === null) return <p className="dim">Reading…</p>;
  if (detail.log.length === 0) return <Empty title="This server was not connected from here yet." />;
  const { timing } = detail;
  return (
    <div className="log">
      <div className="log-tools">
        <Choice label="Show" value={kind} options={KINDS} onChange={setKind} />
        <input
          type="search"
          className="field"
          placeholder="Find…"
          aria-label="Find in log"
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
        <Check checked={follow} onChange={setFollow}>
          Follow
        </Check>
        <CopyButton label="Copy diagnostics" text={() => diagnostics(detail)} />
      </div>
      {/* eslint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by key */}
      <div
        ref={scroller}
        className="log-lines code"
        role="log"
        aria-label="Connection log"
        tabIndex={0}
        onWheel={(event) => {
          if (event.deltaY < 0) setFollow(false);
        }}
      >
        {/* eslint-enable jsx-a11y/no-noninteractive-tabindex */}
        <div className="log-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            return line === undefined ? null : (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={`log-line log-${line.kind}`}
                style={{ transform: `translateY(${item.start}px)` }}
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
      {timing !== null && (
        <Facts
          facts={[
            ["Handshake", duration(timing.startMs)],
            ["Listing", `${duration(timing.listMs)}, ${timing.pages} page${timing.pages === 1 ? "" : "s"}`],
          ]}
        />
      )}
    </div>
  );
}

/** The log as text for a bug report; masked by the engine already. */
function diagnostics(detail: ServerDetail): string {
  const lines = detail.log.map(({ ms, kind, text }) => `${ms} ms ${kind}: ${text}`);
  return [detail.names.join(", "), detail.problem?.message ?? "", ...lines].filter(Boolean).join("\n");
}
