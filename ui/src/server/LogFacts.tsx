/** The last connection in figures: how long, which protocol, what changed since the list before. */
import type { ServerDetail } from "../wire/generated";
import type { Base } from "../lib/explain";
import { clock, count, duration, plural, signed } from "../lib/format";
import { Facts } from "./Facts";

type Props = { detail: ServerDetail; base: Base };

export function LogFacts({ detail, base }: Props) {
  const { timing, history, configured } = detail;
  const [newest, before] = history;
  const hidden = new Set(configured.flatMap(({ variables, headers }) => [...variables, ...headers])).size;
  return (
    <aside className="log-facts" aria-label="The connection in figures">
      <h2 className="caption">Handshake</h2>
      <Facts
        facts={[
          ["initialize", timing === null ? "no answer" : duration(timing.startMs)],
          ["tools/list", timing === null ? null : `${duration(timing.listMs)}, ${plural(timing.pages, "page")}`],
          ["Protocol", detail.protocol],
          ["Answers as", [detail.serverName, detail.serverVersion].filter((part) => part !== null).join(" ")],
          ["Secrets", hidden === 0 ? "none configured" : `${plural(hidden, "value")} hidden`],
        ]}
      />
      {newest !== undefined && before !== undefined && (
        <>
          <h2 className="caption">Since the list of {clock(before.takenAt)}</h2>
          <Facts
            facts={[
              ["Tools", `+ ${count(newest.added.length)}, − ${count(newest.removed.length)}, ${count(newest.changed.length)} changed`],
              [`Tokens of ${base.tokenizer}`, signed(newest.tokens - before.tokens)],
            ]}
          />
        </>
      )}
    </aside>
  );
}
