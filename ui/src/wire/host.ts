/**
 * What the page asks of whoever runs it: one function per request. Every one
 * rejects with a `Problem`.
 */
import type {
  About,
  Audit,
  AuditRequest,
  CandidateRequest,
  Candidates,
  ChangeSetLine,
  ConnectEvent,
  ConnectRequest,
  ConnectSummary,
  ConsentAsk,
  FileDiff,
  KnownProject,
  Lint,
  PlanRequest,
  PlanView,
  Preset,
  Problem,
  Proof,
  ProveRequest,
  Search,
  SearchRequest,
  ServerDetail,
  Settings,
  Switchboard,
  SwitchboardRequest,
  TaskSet,
  ToolDetail,
} from "./generated";

export interface Host {
  /** Reads every configuration and weighs what is known. Starts nothing. */
  audit(request: AuditRequest): Promise<Audit>;
  /** Project folders the clients know or the user added. */
  projects(): Promise<KnownProject[]>;
  /** Adds a folder; answers the new list. */
  addProject(path: string): Promise<KnownProject[]>;
  /** Removes a folder the user added; answers the new list. */
  removeProject(path: string): Promise<KnownProject[]>;
  /** What connecting these servers would start or reach. Starts nothing. */
  consents(request: ConnectRequest): Promise<ConsentAsk[]>;
  /** Connects servers the user has allowed. */
  connect(
    request: ConnectRequest,
    onEvent: (event: ConnectEvent) => void,
  ): Promise<ConnectSummary>;
  /**
   * Lets the user log in to a server in their browser; resolves when the token is
   * kept. `onAddress` is called with where the browser goes.
   */
  login(key: string, onAddress: (address: string) => void): Promise<void>;
  /** Cancels one server or its login, or all when no key is given. */
  cancelConnect(key?: string): Promise<void>;
  /** One server in full. */
  server(key: string, projects: string[]): Promise<ServerDetail>;
  /** One tool in full. */
  tool(key: string, name: string, projects: string[]): Promise<ToolDetail>;
  /** What the engines give for these queries. Starts nothing. */
  search(request: SearchRequest): Promise<Search>;
  /** A run of queries as JSON lines, one per tool found. */
  searchTrace(request: SearchRequest): Promise<string>;
  /** Reads, and when allowed starts, a server that no configuration names. */
  tryCandidate(request: CandidateRequest, onEvent: (event: ConnectEvent) => void): Promise<Candidates>;
  /** Forgets a tried server. */
  forgetCandidate(key: string): Promise<void>;
  /** What keeps tools from being found: everything searched by this request. */
  lint(request: SearchRequest): Promise<Lint>;
  taskSets(): Promise<TaskSet[]>;
  /** Keeps a task set (id 0: a new one); answers the new list. */
  saveTaskSet(set: TaskSet): Promise<TaskSet[]>;
  removeTaskSet(id: number): Promise<TaskSet[]>;
  /** Reads tasks from JSON lines; rejects with the line that is none. */
  readTasks(text: string): Promise<TaskSet>;
  /** Tasks as JSON lines. */
  writeTasks(set: TaskSet): Promise<string>;

  /** What loads where, with staged changes. Writes nothing. */
  switchboard(request: SwitchboardRequest): Promise<Switchboard>;
  /** What some changes would write. Writes nothing. */
  plan(request: PlanRequest): Promise<PlanView>;
  /** Writes changes as reviewed; null when they change nothing. */
  apply(request: PlanRequest, reviewed: PlanView): Promise<ChangeSetLine | null>;
  /** Takes a write back; `onlyOurs` keeps what others changed since. */
  undo(id: string, onlyOurs: boolean): Promise<ChangeSetLine>;
  /** Every write, newest first. */
  writes(): Promise<ChangeSetLine[]>;
  /** What a write changed, file by file. */
  writeDiff(id: string): Promise<FileDiff[]>;
  /** Runs the user's own client in a throw-away home, or reads its files again. */
  prove(client: string, request: ProveRequest): Promise<Proof>;
  /** Stops a proof that runs. */
  cancelProof(): Promise<void>;
  presets(): Promise<Preset[]>;
  /** Keeps a preset (id 0: a new one); answers the new list. */
  savePreset(preset: Preset): Promise<Preset[]>;
  removePreset(id: number): Promise<Preset[]>;

  /** Lets the user choose a file to read; null when they change their mind. */
  pickFile(title: string, extensions: string[]): Promise<string | null>;
  /** The text of a file the user has just chosen. */
  readChosen(path: string): Promise<string>;
  /** Lets the user choose where to save a text; the path, or null. */
  saveText(suggestedName: string, text: string): Promise<string | null>;

  settings(): Promise<Settings>;
  /** Answers the settings as they were kept. */
  setSettings(settings: Settings): Promise<Settings>;
  /** Opens a file in the user's editor at a line, from 1. */
  openAt(file: string, line: number): Promise<void>;
  about(): Promise<About>;
  /** Lets the user choose a folder; null when they change their mind. */
  pickFolder(): Promise<string | null>;
  /**
   * From now on closing the window calls `ask` and closes nothing. Answers what
   * ends that.
   */
  holdClose(ask: () => void): Promise<() => void>;
  /** Closes the window without asking. */
  close(): Promise<void>;
  /** Puts text on the clipboard. */
  copy(text: string): Promise<void>;
}

/** The thrown value as a `Problem`, whatever it was. */
export function asProblem(error: unknown): Problem {
  if (typeof error === "object" && error !== null && "code" in error && "message" in error) {
    return error as Problem;
  }
  return {
    code: "window",
    level: "error",
    message: error instanceof Error ? error.message : String(error),
    hint: null,
    file: null,
    line: null,
    column: null,
    client: null,
    server: null,
  };
}
