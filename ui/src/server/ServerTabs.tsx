/** The tabs of the Server view. */
import { Tabs } from "radix-ui";
import type { Problem, ServerDetail } from "../wire/generated";
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import type { Base } from "../lib/explain";
import { count, plural } from "../lib/format";
import { Empty } from "../parts/Empty";
import { Configuration } from "./Configuration";
import { History } from "./History";
import { Instructions } from "./Instructions";
import { Log } from "./Log";
import { Tools } from "./Tools";

type Props = {
  row: ServerRow;
  /** Null while it is read, or when it could not be. */
  detail: ServerDetail | null;
  /** Why it could not be read. */
  problem: Problem | null;
  projects: string[];
  base: Base;
  /** Words that tools must hold to be listed. */
  filter: string;
  acts: ServerActs;
  onClearFilter: () => void;
};

export function ServerTabs({ row, detail, problem, projects, base, filter, acts, onClearFilter }: Props) {
  const noisy = detail?.log.filter(({ kind }) => kind === "stderr").length ?? 0;
  const lists = detail?.history.length ?? 0;
  const gone = detail === null && problem !== null ? <Empty title={problem.message}>{problem.hint}</Empty> : null;
  return (
    <Tabs.Root className="tabs" defaultValue={row.known ? "tools" : "configuration"} key={row.id}>
      <Tabs.List className="tab-list" aria-label="About this server">
        <Tabs.Trigger value="tools" title={row.known ? plural(row.tools.length, "tool") : undefined}>
          Tools {row.known ? count(row.tools.length) : ""}
        </Tabs.Trigger>
        <Tabs.Trigger value="instructions">Instructions</Tabs.Trigger>
        <Tabs.Trigger value="configuration">Configuration</Tabs.Trigger>
        <Tabs.Trigger value="log" title={noisy > 0 ? `${plural(noisy, "line")} written to stderr` : undefined}>
          Log {noisy > 0 && <span className="warn">▲{count(noisy)}</span>}
        </Tabs.Trigger>
        <Tabs.Trigger value="history" title={lists > 0 ? plural(lists, "stored tool list") : undefined}>
          History {lists > 0 && count(lists)}
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="tools" className="tab" tabIndex={-1}>
        <Tools
          row={row}
          projects={projects}
          base={base}
          filter={filter}
          acts={acts}
          onClearFilter={onClearFilter}
        />
      </Tabs.Content>
      <Tabs.Content value="instructions" className="tab">
        {gone ?? <Instructions row={row} detail={detail} base={base} />}
      </Tabs.Content>
      <Tabs.Content value="configuration" className="tab">
        <Configuration row={row} detail={detail} />
      </Tabs.Content>
      <Tabs.Content value="log" className="tab" tabIndex={-1}>
        {gone ?? <Log detail={detail} base={base} />}
      </Tabs.Content>
      <Tabs.Content value="history" className="tab">
        {gone ?? <History detail={detail} base={base} />}
      </Tabs.Content>
    </Tabs.Root>
  );
}
