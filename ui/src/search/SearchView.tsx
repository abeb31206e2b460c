/** The Search lab: would the tool be found, and would this server help, before it is connected? */
import { Tabs } from "radix-ui";
import type { Audit, ClientAudit } from "../wire/generated";
import { count, plural } from "../lib/format";
import { engineTitle, serverKey, serversOf } from "../lib/lab";
import { Empty } from "../parts/Empty";
import type { Additions } from "./AddCandidate";
import { CandidatePane } from "./CandidatePane";
import { EngineTabs } from "./EngineTabs";
import { FindingsPane } from "./FindingsPane";
import { QueryBar } from "./QueryBar";
import { RunPanel } from "./RunPanel";
import { RunStrip } from "./RunStrip";
import { ScopeBar } from "./ScopeBar";
import { useSearching } from "./searching";
import { SearchInspector } from "./SearchInspector";
import { SearchProblems } from "./SearchProblems";
import { TaskPane } from "./TaskPane";
import { UnknownStrip } from "./UnknownStrip";
import type { Lab, LabTab } from "./useLab";
import "./search.css";

type Props = {
  lab: Lab;
  audit: Audit;
  clients: readonly ClientAudit[];
  projects: string[];
  inspector: boolean;
  onInspector: (open: boolean) => void;
  /** Opens a server's own view by its key. */
  onServer: (server: string) => void;
  /** Asks for consent to connect these keys. */
  onConnect: (keys: string[]) => void;
  additions: Additions;
  /** How keys are written here. */
  keys: { addTask: string; runTasks: string };
};

export function SearchView(props: Props) {
  const { lab, audit, clients, projects } = props;
  const searchable = useSearching(lab.searching, ({ found }) => (found?.searchable ?? 0) > 0);
  const known = serversOf(clients, lab.scope.client).length + lab.scope.candidates.length > 0;
  const [sum] = lab.tasks.run?.search.summaries ?? [];
  const misses = sum?.misses.length ?? 0;
  const tried = lab.candidates.tried.length;
  const findings = lab.lint.answer?.value.findings.length ?? null;
  const openServer = (name: string | null) => {
    const key = serverKey(clients, lab.scope.client, name);
    if (key !== null) props.onServer(key);
  };
  const lookAt = (server: string, tool: string) => {
    const tools = clients.flatMap((client) => client.servers).filter(({ name }) => name === server).flatMap((one) => one.tools);
    lab.choose({ server, name: tool, sentAs: tools.find(({ name }) => name === tool)?.sentAs ?? tool });
    props.onInspector(true);
  };
  return (
    <div className="lab">
      <TaskPane lab={lab} runKey={props.keys.runTasks} />
      <main className="lab-main" data-pane aria-label="Search lab">
        <h1 className="visually-hidden">Search lab</h1>
        <QueryBar lab={lab} />
        <ScopeBar lab={lab} clients={clients} />
        <UnknownStrip clients={clients} client={lab.scope.client} searching={lab.searching} onConnect={props.onConnect} />
        <SearchProblems searching={lab.searching} />
        <Tabs.Root className="lab-tabs" value={lab.tab} onValueChange={(tab) => lab.setTab(tab as LabTab)}>
          <Tabs.List className="lab-tab-list" aria-label="What to look at">
            <Tabs.Trigger value="results">Results</Tabs.Trigger>
            <Tabs.Trigger value="tasks" title={misses > 0 ? `${plural(misses, "query", "queries")} missed by ${engineTitle(sum?.engine ?? "")}` : undefined}>
              Task run {misses > 0 && <span className="danger">✕{count(misses)}</span>}
            </Tabs.Trigger>
            <Tabs.Trigger value="candidates" title={tried > 0 ? `${plural(tried, "server")} tried` : undefined}>
              Candidates {tried > 0 && count(tried)}
            </Tabs.Trigger>
            <Tabs.Trigger value="findability" title={findings === null ? undefined : plural(findings, "finding")}>
              Findability {findings !== null && count(findings)}
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="results" className="lab-tab" tabIndex={-1}>
            {known || searchable ? (
              <EngineTabs
                lab={lab}
                audit={audit}
                clients={clients}
                addKey={props.keys.addTask}
                onOpen={() => props.onInspector(true)}
                onServer={openServer}
              />
            ) : (
              <Empty title="No tools are known yet, so there is nothing to search.">
                <p>Connect the servers of your clients, or try one that no client has.</p>
                <button type="button" className="button" onClick={() => lab.setTab("candidates")}>
                  Try a server…
                </button>
              </Empty>
            )}
            <RunStrip lab={lab} />
          </Tabs.Content>
          <Tabs.Content value="tasks" className="lab-tab" tabIndex={-1}>
            <RunPanel lab={lab} />
          </Tabs.Content>
          <Tabs.Content value="candidates" className="lab-tab" tabIndex={-1}>
            <CandidatePane lab={lab} audit={audit} inProject={projects.length > 0} additions={props.additions} />
          </Tabs.Content>
          <Tabs.Content value="findability" className="lab-tab" tabIndex={-1}>
            <FindingsPane lab={lab} onTool={lookAt} />
          </Tabs.Content>
        </Tabs.Root>
      </main>
      {props.inspector && (
        <SearchInspector
          lab={lab}
          audit={audit}
          clients={clients}
          projects={projects}
          onServer={openServer}
          onClose={() => props.onInspector(false)}
        />
      )}
    </div>
  );
}
