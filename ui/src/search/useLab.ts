/** The state of the Search lab. It outlives the view, so that a look elsewhere loses nothing. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Audit, ClientAudit, Lint, PlanRequest, SearchQuery, SearchRequest, ToolDraft } from "../wire/generated";
import type { Host } from "../wire/host";
import {
  ALL_ENGINES,
  ALL_SERVERS,
  defaultClient,
  engineOf,
  EVERYTHING,
  ownName,
  requestOf,
  serversOf,
  withDraft,
  type LabBase,
  type LabScope,
} from "../lib/lab";
import { useStored } from "../lib/stored";
import { useLatest, type Latest } from "../lib/useLatest";
import { focusGrid } from "./focusGrid";
import { Searching } from "./searching";
import { useCandidates, type CandidatesState } from "./useCandidates";
import { useTasks, type TasksState } from "./useTasks";

/** A tool looked at: its server, its name there whatever a draft calls it, its written name. */
export type Chosen = { server: string | null; name: string; sentAs: string };

export type LabTab = "results" | "tasks" | "candidates" | "findability";

export type Lab = {
  /** The query and what it finds; always the same one, which is read with `useSearching`. */
  searching: Searching;
  top: number;
  setTop: (top: number) => void;
  engine: string;
  setEngine: (engine: string) => void;
  tab: LabTab;
  setTab: (tab: LabTab) => void;
  scope: LabScope;
  setScope: (part: Partial<Pick<LabScope, "client" | "server">>) => void;
  /** Changes staged in Loading; null: none. */
  plan: PlanRequest | null;
  withPlan: boolean;
  setWithPlan: (on: boolean) => void;
  drafts: readonly ToolDraft[];
  draft: (draft: ToolDraft) => void;
  dropDrafts: () => void;
  chosen: Chosen | null;
  choose: (tool: Chosen | null) => void;
  lint: Latest<SearchRequest, Lint>;
  /** What every request has in common now. */
  base: LabBase;
  /** Changes when the catalogues may have. */
  turn: string;
  tasks: TasksState;
  candidates: CandidatesState;
  addTask: () => void;
  /** Asks a task's query again and shows what it finds. */
  openTask: (task: SearchQuery) => void;
  runTasks: () => void;
};

type Looking = {
  /** Whether the view is on screen: only then anything is asked. */
  active: boolean;
  audit: Audit | null;
  clients: readonly ClientAudit[];
  projects: readonly string[];
  plan: PlanRequest | null;
};

/** Waits for drafts and scopes to settle before everything is checked again, ms. */
const LINT_DELAY = 300;

export function useLab(host: Host, { active, audit, clients, projects, plan }: Looking): Lab {
  const [searching] = useState(() => new Searching(host));
  const [top, setTop] = useStored<number>("searchTop", 5);
  const [client, setClient] = useState<string | null>(null);
  const [server, setServer] = useState(ALL_SERVERS);
  const [engine, setEngine] = useState<string | null>(null);
  const [tab, setTab] = useState<LabTab>("results");
  const [withPlan, setWithPlan] = useState(true);
  const [drafts, setDrafts] = useState<readonly ToolDraft[]>([]);
  const [chosen, choose] = useState<Chosen | null>(null);
  const project = projects[0] ?? null;
  const candidates = useCandidates(host, project);
  const { tried } = candidates;

  const here =
    client !== null && (client === EVERYTHING || clients.some(({ id }) => id === client))
      ? client
      : defaultClient(clients);
  const scope = useMemo<LabScope>(() => {
    const searched = tried.filter(({ candidate, included }) => included && candidate.listed);
    const names = [...serversOf(clients, here), ...searched.map(({ candidate }) => candidate.name)];
    return {
      client: here,
      server: names.includes(server) ? server : ALL_SERVERS,
      candidates: searched.map(({ candidate }) => candidate.key),
    };
  }, [clients, here, server, tried]);
  const tokenizer = audit?.tokenizer ?? null;
  const base = useMemo<LabBase>(
    () => ({ scope, project, tokenizer, plan: withPlan ? plan : null, drafts }),
    [scope, project, tokenizer, withPlan, plan, drafts],
  );
  const asks = active && audit !== null && clients.length > 0;
  const turn = `${audit?.readAt ?? ""} ${candidates.turn}`;

  const shownEngine = engine ?? engineOf(here);
  useEffect(() => {
    const engines = shownEngine === ALL_ENGINES ? [] : [shownEngine];
    searching.within(asks ? { base, engines, top } : null);
  }, [searching, asks, base, shownEngine, top, turn]);
  const askLint = useCallback((request: SearchRequest) => host.lint(request), [host]);
  const checks = asks && (tab === "findability" || chosen !== null);
  const lint = useLatest(askLint, checks ? requestOf(base, [], [], null) : null, turn, LINT_DELAY);
  const requestFor = useCallback((tasks: readonly SearchQuery[]) => requestOf(base, tasks, [], null), [base]);
  const tasks = useTasks(host, active, requestFor);

  return {
    searching,
    top,
    setTop,
    engine: shownEngine,
    setEngine,
    tab,
    setTab,
    scope,
    setScope: (part) => {
      if (part.client !== undefined) setClient(part.client);
      if (part.server !== undefined) setServer(part.server);
    },
    plan,
    withPlan,
    setWithPlan,
    drafts,
    draft: (one) => setDrafts((all) => withDraft(all, one)),
    dropDrafts: () => setDrafts([]),
    chosen,
    choose: (tool) => choose(tool === null ? null : { ...tool, name: ownName(tool, drafts) }),
    lint,
    base,
    turn,
    tasks,
    candidates,
    openTask: ({ query, expected }) => {
      searching.say({ query, expected });
      setTab("results");
      focusGrid("results");
    },
    addTask: () => tasks.add(searching.wording.query, searching.wording.expected),
    runTasks: () => {
      setTab("tasks");
      tasks.start();
    },
  };
}
