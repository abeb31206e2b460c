/**
 * A host that plays recorded answers, so that tests, screenshots and design work
 * need no Rust. Invented by us; never part of the shipped build.
 */
import type {
  Audit,
  ConnectEvent,
  ConsentAsk,
  KnownProject,
  ServerDetail,
  Settings,
} from "./generated";
import type { Host } from "./host";
import { copyText } from "./clipboard";
import { emptied, exited, huge, outside, saidSo, talkative, unconnected, wantsLogin } from "./scenarios";
import { Ledger } from "./playedLedger";
import { recordedLoading } from "./recordedLoading";
import { goneWrappers, withWrappers } from "./playedWrap";
import { recordedWindow } from "./recordedWindow";
import { recordedSearch } from "./recordedSearch";
import { toolDetail } from "./recordedTool";
import auditFile from "./recorded/audit.json";
import consentsFile from "./recorded/consents.json";
import projectsFile from "./recorded/projects.json";
import serversFile from "./recorded/servers.json";
import settingsFile from "./recorded/settings.json";

/** Which recording plays. */
export type Scenario =
  | "partial"
  | "unconnected"
  | "empty"
  | "huge"
  | "broken"
  | "slow"
  | "login"
  | "exited"
  | "contrary"
  | "dropped"
  | "wrapped";

const recordedAudit = auditFile as Audit;
const details = serversFile as Record<string, ServerDetail>;

/** Starts a recording; every host is independent of the others. */
export function recordedHost(scenario: Scenario = "partial"): Host {
  const settingsThen = settingsFile as Settings;
  let settings = scenario === "wrapped" ? { ...settingsThen, desktopToolAccess: "alreadyLoaded" } : settingsThen;
  let projects = projectsFile as KnownProject[];
  const connected = new Set<string>();
  const cancelled = new Set<string>();
  let large: Audit | undefined;

  const ledger = new Ledger();
  const current = () => {
    const audit = ledger.played(saidSo(recording(), settings.desktopToolAccess));
    return { ...audit, problems: [...ledger.problems(), ...goneWrappers(audit), ...audit.problems] };
  };

  function recording(): Audit {
    if (scenario === "empty") return emptied(recordedAudit);
    if (scenario === "huge") return (large ??= huge(recordedAudit, 10_000));
    if (scenario === "unconnected") return unconnected(recordedAudit, connected);
    if (scenario === "login") return wantsLogin(recordedAudit);
    if (scenario === "wrapped") return withWrappers(saidSo(recordedAudit, settings.desktopToolAccess));
    if (scenario === "exited") return exited(recordedAudit);
    return recordedAudit;
  }

  return {
    audit: async (request) => {
      await pause(scenario === "slow" ? 3000 : 0);
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- a Problem, as the engine rejects
      if (scenario === "broken") throw broken;
      const audit = current();
      const wanted = (id: string) => request.clients.length === 0 || request.clients.includes(id);
      const tokenizer = request.tokenizer ?? settings.tokenizer;
      const clients = audit.clients.filter((client) => wanted(client.id));
      const said = saidSo({ ...audit, tokenizer, clients }, settings.desktopToolAccess);
      return outside(said, request.projects);
    },
    projects: () => Promise.resolve(projects),
    addProject: (path) => {
      projects = [...projects, { path, clients: [], added: true, exists: true }];
      return Promise.resolve(projects);
    },
    removeProject: (path) => {
      projects = projects.filter((project) => project.path !== path);
      return Promise.resolve(projects);
    },
    consents: ({ keys }) =>
      Promise.resolve((consentsFile as ConsentAsk[]).filter((ask) => keys.includes(ask.key))),
    connect: async ({ keys }, onEvent) => {
      cancelled.clear();
      const outcomes = await Promise.all(
        keys.map((key, index) => play(key, index, onEvent, cancelled)),
      );
      for (const [index, key] of keys.entries()) {
        if (outcomes[index] === "listed") connected.add(key);
      }
      const count = (phase: ConnectEvent["phase"]) =>
        outcomes.filter((outcome) => outcome === phase).length;
      return { listed: count("listed"), failed: count("failed"), cancelled: count("cancelled") };
    },
    login: async (key, onAddress) => {
      cancelled.delete(key);
      onAddress(LOGIN_ADDRESS);
      for (let waited = 0; waited < 600; waited += 20) {
        await pause(20);
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- a Problem, as the engine rejects
        if (cancelled.has(key)) throw loginCancelled;
      }
    },
    cancelConnect: (key) => {
      for (const one of key === undefined ? Object.keys(details) : [key]) cancelled.add(one);
      return Promise.resolve();
    },
    server: (key) => {
      const servers = current().clients.flatMap((client) => client.servers);
      const problem = servers.find((server) => server.key === key)?.problem ?? null;
      const [model] = Object.values(details);
      const detail = details[key] ?? (scenario === "huge" && model !== undefined ? talkative({ ...model, key }) : undefined);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a Problem, as the engine rejects
      return detail === undefined ? Promise.reject(missing) : Promise.resolve({ ...detail, problem });
    },
    tool: (key, name) => Promise.resolve(toolDetail(current(), key, name)),
    ...recordedSearch(current, cancelled),
    ...recordedLoading(current, ledger, { contrary: scenario === "contrary", dropped: scenario === "dropped" }),
    settings: () => Promise.resolve(settings),
    setSettings: (changed) => {
      settings = changed;
      return Promise.resolve(settings);
    },
    openAt: () => Promise.resolve(),
    about: () => Promise.resolve({ version: "0.1.0", dataFolder: "/home/ada/.local/share/plimsoll" }),
    pickFolder: () => Promise.resolve("/home/ada/code/tools"),
    ...recordedWindow(),
    copy: copyText,
  };
}

/** Plays one server's connection. */
async function play(
  key: string,
  index: number,
  onEvent: (event: ConnectEvent) => void,
  cancelled: ReadonlySet<string>,
): Promise<ConnectEvent["phase"]> {
  const detail = details[key];
  const name = detail?.names[0] ?? key;
  const tools = detail?.history[0]?.tools ?? null;
  const step = (phase: ConnectEvent["phase"], ms: number, listed: number | null = null) =>
    onEvent({ key, name, phase, ms, tools: listed, problem: phase === "failed" ? (detail?.problem ?? missing) : null });
  step("queued", 0);
  await pause(30);
  step("starting", 0);
  await pause(120 + 60 * index);
  if (cancelled.has(key)) {
    step("cancelled", 120);
    return "cancelled";
  }
  if (tools === null) {
    step("failed", 212);
    return "failed";
  }
  step("listing", 289, 0);
  await pause(120);
  step("listed", 412, tools);
  return "listed";
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const missing = {
  code: "server-unknown",
  level: "error" as const,
  message: "No configuration defines this server any more.",
  hint: "Read the configurations again.",
  file: null,
  line: null,
  column: null,
  client: null,
  server: null,
};

const LOGIN_ADDRESS =
  "https://login.example.com/authorize?response_type=code&client_id=plimsoll&redirect_uri=http%3A%2F%2F127.0.0.1%3A41234%2Fcallback&code_challenge_method=S256&scope=errors%3Aread";

const loginCancelled = {
  ...missing,
  code: "server-cancelled",
  level: "hint" as const,
  message: "Cancelled.",
  hint: null,
};

const broken = {
  ...missing,
  code: "store-unreadable",
  message: "The database of Plimsoll could not be opened: it was written by a newer version.",
  hint: "Update Plimsoll; the database was left as it is.",
  file: "/home/ada/.local/share/plimsoll/plimsoll.db",
};
