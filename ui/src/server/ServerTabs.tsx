/** The tabs of the Server view. */
import { Tabs } from "radix-ui";
import type { Audit, Problem, ServerDetail } from "../wire/generated";
import type { ServerRow } from "../lib/catalogue";
import { CopyButton } from "../parts/CopyButton";
import { Strip } from "../parts/Strip";
import { Configuration } from "./Configuration";
import { History } from "./History";
import { Instructions } from "./Instructions";
import { Log } from "./Log";
import { Tools } from "./Tools";

type Props = {
  row: ServerRow;
  /** Null while it is read, or when it could not be. */
  detail: ServerDetail | null;
  problem: Problem | null;
  projects: string[];
  audit: Audit;
};

export function ServerTabs({ row, detail, problem, projects, audit }: Props) {
  const failed = detail?.problem ?? row.entries.find(({ entry }) => entry.problem)?.entry.problem ?? null;
  const noisy = detail?.log.filter(({ kind }) => kind === "stderr").length ?? 0;
  const wrong = problem ?? failed;
  return (
    <Tabs.Root className="tabs" defaultValue={row.known ? "tools" : "configuration"} key={row.id}>
      {wrong !== null && (
        <Strip tone="danger">
          <span className="selectable">
            {wrong.message} {wrong.hint}
          </span>
          <CopyButton label="Copy details" quiet text={() => JSON.stringify(wrong, null, 2)} />
        </Strip>
      )}
      <Tabs.List className="tab-list" aria-label="About this server">
        <Tabs.Trigger value="tools">Tools {row.known ? row.tools.length : ""}</Tabs.Trigger>
        <Tabs.Trigger value="instructions">Instructions</Tabs.Trigger>
        <Tabs.Trigger value="configuration">Configuration</Tabs.Trigger>
        <Tabs.Trigger value="log">
          Log {noisy > 0 && <span className="warn">▲{noisy}</span>}
        </Tabs.Trigger>
        <Tabs.Trigger value="history">History {detail?.history.length ?? ""}</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="tools" className="tab" tabIndex={-1}>
        <Tools row={row} projects={projects} audit={audit} />
      </Tabs.Content>
      <Tabs.Content value="instructions" className="tab">
        <Instructions row={row} detail={detail} />
      </Tabs.Content>
      <Tabs.Content value="configuration" className="tab">
        <Configuration row={row} detail={detail} />
      </Tabs.Content>
      <Tabs.Content value="log" className="tab" tabIndex={-1}>
        <Log detail={detail} />
      </Tabs.Content>
      <Tabs.Content value="history" className="tab">
        <History detail={detail} tokenizer={audit.tokenizer} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
