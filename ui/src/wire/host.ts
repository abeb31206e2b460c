/**
 * What the page asks of whoever runs it: one function per request. Every one
 * rejects with a `Problem`.
 */
import type {
  About,
  Audit,
  AuditRequest,
  ConnectEvent,
  ConnectRequest,
  ConnectSummary,
  ConsentAsk,
  KnownProject,
  Problem,
  ServerDetail,
  Settings,
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
  /** Cancels one server, or all when no key is given. */
  cancelConnect(key?: string): Promise<void>;
  /** One server in full. */
  server(key: string, projects: string[]): Promise<ServerDetail>;
  /** One tool in full. */
  tool(key: string, name: string, projects: string[]): Promise<ToolDetail>;
  settings(): Promise<Settings>;
  /** Answers the settings as they were kept. */
  setSettings(settings: Settings): Promise<Settings>;
  /** Opens a file in the user's editor at a line, from 1. */
  openAt(file: string, line: number): Promise<void>;
  about(): Promise<About>;
  /** Lets the user choose a folder; null when they change their mind. */
  pickFolder(): Promise<string | null>;
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
