/** Tried servers of the recorded host: one that is a command, one that is a catalogue. */
import type { Audit, Candidate, CandidateRequest, Candidates, ConsentAsk, LintFinding } from "./generated";
import file from "./recorded/candidates.json";

type Recorded = { ask: ConsentAsk | null; tools: [string, number, boolean | null][] };

const recorded = file as unknown as Record<string, Recorded>;

/** How long a recorded server takes to list its tools, ms. */
const STARTS_MS = 400;

/** A text that names a file or holds a list of tools is a catalogue; every other is the command. */
export async function tryRecorded(
  audit: Audit,
  request: CandidateRequest,
  cancelled: Set<string>,
): Promise<Candidates> {
  const { spec, allowed, audience } = request;
  const tokenizer = audit.tokenizer;
  const none = { schema: "plimsoll.try/1", tokenizer, candidates: [], problems: [] };
  if (spec.trim() === "" || /^nonsense/.test(spec)) {
    const problem = {
      code: "candidate-unreadable",
      level: "error" as const,
      message: "This is neither a configuration, a command line, an address nor a catalogue.",
      hint: "Paste an `mcpServers` object, `npx …`, `https://…`, or choose a file.",
      file: null,
      line: null,
      column: null,
      client: null,
      server: null,
    };
    return { ...none, problems: [problem] };
  }
  const catalogue = /"tools"|\.json$/.test(spec);
  const recording = catalogue ? "parcels" : "helpdesk";
  const name = catalogue ? stemOf(request.fileName ?? (spec.includes("{") ? "" : spec)) || recording : recording;
  const one = candidate(audit, recording, name, catalogue || allowed, audience);
  if (one.listed && !catalogue) {
    cancelled.delete(one.key);
    await new Promise((resolve) => setTimeout(resolve, STARTS_MS));
    if (cancelled.has(one.key)) return { ...none, candidates: [{ ...candidate(audit, recording, name, false, null), problem: stopped }] };
  }
  return { ...none, candidates: [one] };
}

/** The name of a file without folders and ending. */
function stemOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/\.[^.]+$/, "");
}

function candidate(audit: Audit, recording: string, name: string, listed: boolean, audience: string | null): Candidate {
  const { ask, tools } = recorded[recording] ?? { ask: null, tools: [] };
  const everyone = ask === null ? ["agent", "end-user"] : [];
  const seen = tools.filter(([, , readOnly]) => audience !== "end-user" || readOnly === true);
  const shown = listed ? seen : [];
  const sum = shown.reduce((total, [, tokens]) => total + tokens, 0);
  return {
    key: `cand-${name}`,
    name,
    source: ask === null ? "catalogue" : "command",
    ask,
    notAddable: ask === null ? "a list of tools does not say how its server is started" : null,
    missing: ask === null ? [] : ["HELPDESK_TOKEN"],
    listed,
    problem: null,
    audiences: everyone,
    tools: shown
      .map(([tool, tokens, readOnly]) => ({
        name: tool,
        sentAs: `mcp__${name}__${tool}`,
        tokens,
        readOnly,
        audiences: everyone.filter((who) => who === "agent" || readOnly === true),
      }))
      .sort((a, b) => b.tokens - a.tokens),
    weights: listed ? weights(audit, sum, 9 * shown.length) : [],
    findings: listed ? findings(name) : [],
  };
}

function weights(audit: Audit, ifAlways: number, names: number): Candidate["weights"] {
  return audit.clients
    .filter(({ present }) => present)
    .map(({ id, standing }) => {
      const defers = id !== "claude-desktop";
      const added = defers ? names : ifAlways;
      return {
        client: id,
        ifAlways,
        ifWhenNeeded: defers ? names : null,
        loading: defers ? "whenNeeded" : "unknown",
        standing,
        standingWith: { ...standing, tokens: standing.tokens + added },
      };
    });
}

function findings(server: string): LintFinding[] {
  const about = (check: string, level: LintFinding["level"], tool: string | null, message: string, effect: string, advice: string) => ({
    check, level, server, tool, file: null, message, effect, advice,
  });
  if (server !== "helpdesk") return [about("no-instructions", "hint", null, "The server sends no instructions.", "0 tokens say when to search it.", "Say in two sentences what it manages.")];
  return [
    about("near-duplicate", "warning", "open_ticket", "Says nearly the same as create_issue of tickets.", "9 of 11 words agree.", "Name the system in both descriptions."),
    about("destructive-unmarked", "warning", "purge_archive", "Sounds destructive and has no annotation.", "1 of 7 tools.", "Send destructiveHint: true."),
  ];
}

const stopped = {
  code: "cancelled",
  level: "hint" as const,
  message: "Stopped before it listed its tools.",
  hint: null,
  file: null,
  line: null,
  column: null,
  client: null,
  server: "helpdesk",
};
