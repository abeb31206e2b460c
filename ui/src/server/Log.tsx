/** The last connection, step by step, with what the server wrote and how long it took. */
import { useMemo, useState } from "react";
import type { ServerDetail } from "../wire/generated";
import type { Base } from "../lib/explain";
import { plural } from "../lib/format";
import { pretty } from "../lib/json";
import { linesOf, messageOf, type LogKind } from "../lib/log";
import { Check } from "../parts/Check";
import { Choice } from "../parts/Choice";
import { Empty } from "../parts/Empty";
import { RawPretty } from "../parts/RawPretty";
import { LogFacts } from "./LogFacts";
import { LogLines } from "./LogLines";

type Props = {
  /** Null while it is read. */
  detail: ServerDetail | null;
  base: Base;
};

const KINDS = [
  { value: "all", label: "Everything" },
  { value: "messages", label: "Messages" },
  { value: "stderr", label: "What it wrote to stderr" },
];

export function Log({ detail, base }: Props) {
  const [kind, setKind] = useState("all");
  const [find, setFind] = useState("");
  const [follow, setFollow] = useState(true);
  const [at, setAt] = useState<number | null>(null);
  const lines = useMemo(() => linesOf(detail?.log ?? [], kind as LogKind, find), [detail, kind, find]);
  if (detail === null) return <p className="dim">Reading…</p>;
  if (detail.log.length === 0) {
    return <Empty title="This server was not connected since Plimsoll was started, so there is no log." />;
  }
  const chosen = at === null ? undefined : lines[at];
  const message = chosen === undefined ? "" : messageOf(chosen);
  const lost = detail.dropped;
  const only = lines.length < detail.log.length;
  return (
    <div className="log">
      <div className="log-main">
        <div className="log-tools">
          <Choice
            label="Show"
            value={kind}
            options={KINDS}
            onChange={(value) => {
              setKind(value);
              setAt(null);
            }}
          />
          <input
            data-filter
            type="search"
            className="field"
            placeholder="Find in the log…"
            aria-label="Find in log"
            value={find}
            onChange={(event) => {
              setFind(event.target.value);
              setAt(null);
            }}
          />
          <Check checked={follow} onChange={setFollow}>
            Follow
          </Check>
          <span className="caption" role="status">
            {only ? `${lines.length} of ${plural(detail.log.length, "line")}` : plural(lines.length, "line")}
          </span>
        </div>
        {lost > 0 && <p className="caption warn">{plural(lost, "older line")} dropped; the newest are kept.</p>}
        <LogLines lines={lines} at={at} follow={follow} onAt={setAt} onFollow={setFollow} />
        {chosen === undefined ? (
          <p className="caption">Times count from the start of the connection. Select a line to see the whole message.</p>
        ) : (
          <RawPretty label="Message" raw={message} pretty={pretty(message)} />
        )}
      </div>
      <LogFacts detail={detail} base={base} />
    </div>
  );
}
