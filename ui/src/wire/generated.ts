// Generated from src-tauri/engine/src/wire by `cargo xtask types`. Do not edit.

/**
 * What this build is.
 */
export type About = { 
/**
 * Version of Plimsoll.
 */
version: string, 
/**
 * Folder of the database, logs and backups.
 */
dataFolder: string, };

/**
 * How many servers are in the sums.
 */
export type Answered = { 
/**
 * Servers with a known catalogue.
 */
listed: number, 
/**
 * Active servers.
 */
active: number, };

/**
 * What each client loads, per project.
 */
export type Audit = { 
/**
 * `plimsoll.audit/1`.
 */
schema: string, 
/**
 * The tokenizer of every number here.
 */
tokenizer: string, 
/**
 * When the files were read, RFC 3339.
 */
readAt: string, 
/**
 * Factors that bound a Claude model's own count, as published: multiply a
 * number by `low` and `high` for the band.
 */
claudeBand: Band, 
/**
 * One element per client and project.
 */
clients: Array<ClientAudit>, 
/**
 * Everything wrong, worst first.
 */
problems: Array<Problem>, };

/**
 * What to audit.
 */
export type AuditRequest = { 
/**
 * Client ids; empty: all.
 */
clients: Array<string>, 
/**
 * Project folders; empty: outside any project.
 */
projects: Array<string>, 
/**
 * `o200k_base` or `cl100k_base`; `None`: the setting.
 */
tokenizer: string | null, };

/**
 * Factors around a count.
 */
export type Band = { 
/**
 * The lower factor.
 */
low: number, 
/**
 * The upper factor.
 */
high: number, 
/**
 * Where the factors come from.
 */
source: string, };

/**
 * One server that could be added.
 */
export type Candidate = { 
/**
 * Names it for later requests while the app runs.
 */
key: string, 
/**
 * What to call it.
 */
name: string, 
/**
 * `catalogue`, `command` or `address`.
 */
source: string, 
/**
 * What it would start or reach, when it is no catalogue.
 */
ask: ConsentAsk | null, 
/**
 * Names of variables it needs that have no value.
 */
missing: Array<string>, 
/**
 * Why no client's file can have it as an entry; `None`: `add` of a plan
 * request takes it.
 */
notAddable: string | null, 
/**
 * Whether its tools are known.
 */
listed: boolean, 
/**
 * Why they are not.
 */
problem: Problem | null, 
/**
 * The audiences its catalogue names.
 */
audiences: Array<string>, 
/**
 * Its tools, heaviest first.
 */
tools: Array<CandidateTool>, 
/**
 * What it would add to each client.
 */
weights: Array<CandidateWeight>, 
/**
 * Limits it breaks, names it shares, descriptions it nearly repeats.
 */
findings: Array<LintFinding>, 
/**
 * What it changes in the answers to queries; `None`: none were asked, or
 * its tools are not known.
 */
effects?: Array<CandidateEffect>, };

/**
 * What a candidate changes in the search of one client, over one task set.
 */
export type CandidateEffect = { 
/**
 * The client's id.
 */
client: string, 
/**
 * The id of the engine that simulates its search.
 */
engine: string, 
/**
 * `exact` or `approximate`.
 */
fidelity: string, 
/**
 * The task set's name.
 */
tasks: string, 
/**
 * Its queries.
 */
queries: number, 
/**
 * How well they did without it, when expected tools are given.
 */
without: SearchSummary | null, 
/**
 * How well they do with it.
 */
with: SearchSummary | null, 
/**
 * Queries that lose by it: an expected tool stands further behind or is
 * not found any more. Where none was found before or now, any tool is gone.
 */
crowdedOut: Array<CandidateQuery>, 
/**
 * Queries that win by it: an expected tool stands further in front. Where
 * none was found before or now, one of its own tools stands first.
 */
won: Array<CandidateQuery>, 
/**
 * Further queries with another answer than before.
 */
changed: number, };

/**
 * One query whose answer a candidate changes.
 */
export type CandidateQuery = { 
/**
 * The query.
 */
query: string, 
/**
 * How its answer changes.
 */
change: SearchChange, };

/**
 * A server somebody has at hand.
 */
export type CandidateRequest = { 
/**
 * A snippet of any client's configuration, a command line, an address, a
 * path of a catalogue, registry or `.mcpb` file, or a catalogue's text.
 */
spec: string, 
/**
 * The name of the file whose text `spec` is, where only that is known: a
 * catalogue's server is called like its file.
 */
fileName?: string, 
/**
 * Names of variables of our own environment that it gets.
 */
env: Array<string>, 
/**
 * Whether the user has seen the exact command and allowed it to start.
 * Without it a command only answers with what it would start.
 */
allowed: boolean, 
/**
 * Keys of the candidates that is said of; empty: all that the text names.
 */
only: Array<string>, 
/**
 * Only the tools this audience's token would see, where the catalogue says.
 */
audience: string | null, 
/**
 * The project whose clients it is weighed for.
 */
project: string | null, 
/**
 * Time it may take to answer, and again to list, ms; `None`: the settings,
 * and two minutes at least to start, since it installs everything anew.
 */
timeoutMs: number | null, 
/**
 * Queries to ask with it and without it, in every client whose search its
 * tools would join; `None`: no question is asked.
 */
tasks?: Array<TaskSet>, };

/**
 * One tool of a candidate.
 */
export type CandidateTool = { 
/**
 * The name as the server sends it.
 */
name: string, 
/**
 * The name as Claude Code would write it.
 */
sentAs: string, 
/**
 * Tokens of its definition in Claude Code.
 */
tokens: number, 
/**
 * Whether the server calls it read-only; `None`: it does not say.
 */
readOnly: boolean | null, 
/**
 * How dangerous a descriptor calls it, in its own word.
 */
danger?: string, 
/**
 * Who may use it, where the catalogue says.
 */
audiences: Array<string>, };

/**
 * What a candidate would add to one client.
 */
export type CandidateWeight = { 
/**
 * The client's id.
 */
client: string, 
/**
 * Tokens when all its definitions are loaded.
 */
ifAlways: number, 
/**
 * Tokens before the first message when they are loaded when needed;
 * `None`: the client has no such mode.
 */
ifWhenNeeded: number | null, 
/**
 * How the client would load it as it is set now: `always`, `whenNeeded`,
 * `off`, `mixed` or `unknown`.
 */
loading: string, 
/**
 * The client's standing weight now.
 */
standing: TokenSum, 
/**
 * The client's standing weight with it.
 */
standingWith: TokenSum, };

/**
 * What a candidate would bring. Nothing is written by trying.
 */
export type Candidates = { 
/**
 * `plimsoll.try/1`.
 */
schema: string, 
/**
 * The tokenizer of every number here.
 */
tokenizer: string, 
/**
 * One per server the text names.
 */
candidates: Array<Candidate>, 
/**
 * What could not be read.
 */
problems: Array<Problem>, };

/**
 * One write, as History lists it.
 */
export type ChangeSetLine = { 
/**
 * Names it.
 */
id: string, 
/**
 * When, RFC 3339.
 */
at: string, 
/**
 * `writing`, `done` or `rolledBack`.
 */
state: string, 
/**
 * What was requested, one sentence each.
 */
requested: Array<string>, 
/**
 * The files it wrote.
 */
files: Array<string>, 
/**
 * The write it took back.
 */
undoOf: string | null, 
/**
 * The write that took it back.
 */
undoneBy: string | null, 
/**
 * What holds besides, as the plan said it, and what a second reader of the
 * written files finds; only with the answer of the write itself.
 */
notes?: Array<Problem>, };

/**
 * One client in one project.
 */
export type ClientAudit = { 
/**
 * `claude-code`, `claude-desktop` or `cursor`.
 */
id: string, 
/**
 * The installed version, when a file tells.
 */
version: string | null, 
/**
 * The project folder; `None` outside any.
 */
project: string | null, 
/**
 * What is not certain about the rules used, for people.
 */
caveat: string | null, 
/**
 * What a tool's weight counts in this client, for people.
 */
counts: string, 
/**
 * Whether any of this client's files exist: false means "not in use here".
 */
present: boolean, 
/**
 * Paid before the first message: always-loaded definitions, names of
 * deferred tools, instructions, and the client's fixed cost for search.
 */
standing: TokenSum, 
/**
 * Definitions that only a search would load.
 */
deferred: TokenSum, 
/**
 * What it would pay without deferral.
 */
ifAllEager: TokenSum, 
/**
 * The fixed part of `standing`, and how it is known.
 */
fixed: FixedSearchCost | null, 
/**
 * The part of `standing` that is server instructions.
 */
instructions: TokenSum, 
/**
 * The part of `standing` that is names of deferred tools.
 */
deferredNames: TokenSum, 
/**
 * Active servers that should be in the sums, and how many of them are.
 */
answered: Answered, 
/**
 * Every entry, shadowed ones included, in the client's order.
 */
servers: Array<ServerAudit>, 
/**
 * Every file looked at.
 */
files: Array<FileSeen>, };

/**
 * One definition of a server.
 */
export type Configured = { 
/**
 * Client id.
 */
client: string, 
/**
 * Its name there.
 */
name: string, 
/**
 * Its scope there.
 */
scope: string, 
/**
 * The file.
 */
file: string, 
/**
 * Line, from 1.
 */
line: number, 
/**
 * Program and arguments, or the address; credentials masked.
 */
command: Array<string>, 
/**
 * Directory it starts in.
 */
directory: string | null, 
/**
 * Names of variables it sets.
 */
variables: Array<string>, 
/**
 * Names of headers it sends.
 */
headers: Array<string>, 
/**
 * Variables it needs that are not set.
 */
missingVariables: Array<string>, 
/**
 * Why it is off, shadowed or unusable; `None` when active.
 */
because: string | null, };

/**
 * Progress of one server.
 */
export type ConnectEvent = { 
/**
 * The server's key.
 */
key: string, 
/**
 * The name it has in a configuration.
 */
name: string, 
/**
 * Where it stands.
 */
phase: ConnectPhase, 
/**
 * Milliseconds since it was started.
 */
ms: number, 
/**
 * Tools listed so far.
 */
tools: number | null, 
/**
 * Why it failed.
 */
problem: Problem | null, };

/**
 * Where one server stands.
 */
export type ConnectPhase = "queued" | "starting" | "listing" | "listed" | "failed" | "cancelled";

/**
 * What to connect to, or to ask consent for.
 */
export type ConnectRequest = { 
/**
 * Keys of servers. To connect: those the user has just allowed, or allowed
 * before. To ask: empty means every active server; one that waits for
 * approval in its client is asked about by its key only.
 */
keys: Array<string>, 
/**
 * Client ids whose configurations define them; empty: all.
 */
clients: Array<string>, 
/**
 * Project folders; empty: outside any project.
 */
projects: Array<string>, 
/**
 * Whether to remember the consent for these exact commands.
 */
remember: boolean, 
/**
 * Time a server may take to answer, and again to list, ms; `None`: the settings.
 */
timeoutMs: number | null, };

/**
 * How a connect ended.
 */
export type ConnectSummary = { 
/**
 * Servers whose tools are known now.
 */
listed: number, 
/**
 * Servers that failed.
 */
failed: number, 
/**
 * Servers the user cancelled.
 */
cancelled: number, };

/**
 * Exactly what connecting would start or reach.
 */
export type ConsentAsk = { 
/**
 * The server's key.
 */
key: string, 
/**
 * The names it has in configurations.
 */
names: Array<string>, 
/**
 * The clients that define it.
 */
clients: Array<string>, 
/**
 * `stdio`, `http` or `sse`.
 */
transport: string, 
/**
 * Program and arguments, or the address; credentials masked.
 */
command: Array<string>, 
/**
 * The directory it starts in.
 */
directory: string | null, 
/**
 * Names of the variables the entry sets; values are never shown.
 */
variables: Array<string>, 
/**
 * What its client's settings give it besides, each with its file.
 */
given: Array<GivenVariable>, 
/**
 * Names of the headers the entry sends; values are never shown.
 */
headers: Array<string>, 
/**
 * A helper program that makes headers, masked; it runs too.
 */
headersHelper: string | null, 
/**
 * The file that defines it.
 */
file: string, 
/**
 * Line in it, from 1.
 */
line: number, 
/**
 * Whether this exact command was allowed before and may run unasked.
 */
remembered: boolean, 
/**
 * Why it asks, in one sentence.
 */
because: string, };

/**
 * One part of a file that changes, with the lines around it.
 */
export type DiffHunk = { 
/**
 * First line in the old text, from 1.
 */
oldStart: number, 
/**
 * First line in the new text, from 1.
 */
newStart: number, 
/**
 * Its lines.
 */
lines: Array<DiffText>, };

/**
 * One line of a diff.
 */
export type DiffText = { 
/**
 * `both`, `old` or `new`.
 */
side: string, 
/**
 * The line without its end, masked. Data, never markup.
 */
text: string, };

/**
 * An engine and how far to trust it.
 */
export type EngineAbout = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * `exact` or `approximate`.
 */
fidelity: string, 
/**
 * Why.
 */
because: string, 
/**
 * What its orders depend on.
 */
parameters: Array<EngineParameter>, };

/**
 * One number or rule an order depends on.
 */
export type EngineParameter = { 
/**
 * What it is.
 */
name: string, 
/**
 * Its value.
 */
value: string, 
/**
 * Where it is known from.
 */
source: string, };

/**
 * What one file's text would become, configured values masked.
 */
export type FileDiff = { 
/**
 * The file.
 */
path: string, 
/**
 * Whose it is; `None`: Plimsoll's own store of parked entries.
 */
client: string | null, 
/**
 * Whether it is not there yet.
 */
created: boolean, 
/**
 * SHA-256 of the text the plan was made from, of an empty one for none.
 */
basis: string, 
/**
 * The parts that change.
 */
hunks: Array<DiffHunk>, };

/**
 * A file a client would read.
 */
export type FileSeen = { 
/**
 * Its path.
 */
path: string, 
/**
 * What it holds, in a few words.
 */
role: string, 
/**
 * Whether it is there.
 */
found: boolean, };

/**
 * The client's own cost of searching.
 */
export type FixedSearchCost = { 
/**
 * Tokens.
 */
tokens: number, 
/**
 * How the number is known.
 */
source: string, };

/**
 * One tool found.
 */
export type FoundTool = { 
/**
 * The server's name; `None` for a tool of the client itself.
 */
server: string | null, 
/**
 * The name as the server sends it.
 */
name: string, 
/**
 * The name as the client writes it.
 */
sentAs: string, 
/**
 * The engine's own score.
 */
score: number, 
/**
 * Tokens its definition loads.
 */
tokens: number, 
/**
 * Why it was found, strongest first.
 */
why: Array<FoundWhy>, };

/**
 * One reason.
 */
export type FoundWhy = { 
/**
 * What of the query.
 */
term: string, 
/**
 * `server`, `name`, `description`, `hint`, `argumentName` or `argumentDescription`.
 */
field: string, 
/**
 * The text to mark.
 */
text: string, 
/**
 * What it adds to the score.
 */
points: number, };

/**
 * A variable that reaches a server from its client's settings.
 */
export type GivenVariable = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value, masked.
 */
value: string, 
/**
 * The file that gives it.
 */
file: string, 
/**
 * Whether that file comes with the project, and the variable is more than a
 * switch of the client itself.
 */
ofProject: boolean, };

/**
 * A server's instructions as the client sends them.
 */
export type InstructionsAudit = { 
/**
 * Tokens after the client's cut.
 */
tokens: number, 
/**
 * Whether the client cuts them.
 */
cut: boolean, };

/**
 * A project folder.
 */
export type KnownProject = { 
/**
 * The folder.
 */
path: string, 
/**
 * Clients whose files name it.
 */
clients: Array<string>, 
/**
 * Whether the user added it.
 */
added: boolean, 
/**
 * Whether the folder exists.
 */
exists: boolean, };

/**
 * What keeps tools from being found. The contract of `plimsoll lint --json`.
 */
export type Lint = { 
/**
 * `plimsoll.lint/1`.
 */
schema: string, 
/**
 * Servers checked.
 */
servers: number, 
/**
 * Tools checked.
 */
tools: number, 
/**
 * Worst first.
 */
findings: Array<LintFinding>, 
/**
 * What could not be checked.
 */
problems: Array<Problem>, };

/**
 * Something that keeps a tool from being found, chosen or used.
 */
export type LintFinding = { 
/**
 * The check, kebab-case.
 */
check: string, 
/**
 * How much it matters.
 */
level: ProblemLevel, 
/**
 * The server.
 */
server: string, 
/**
 * The tool; `None`: the server as a whole.
 */
tool: string | null, 
/**
 * The catalogue file it stands in.
 */
file: string | null, 
/**
 * What is so and why it matters.
 */
message: string, 
/**
 * What it does here, measured.
 */
effect: string, 
/**
 * What to do.
 */
advice: string, };

/**
 * A tool's loading in one client.
 */
export type LoadedIn = { 
/**
 * Client id.
 */
client: string, 
/**
 * Project folder.
 */
project: string | null, 
/**
 * `always`, `whenNeeded`, `off` or `unknown`.
 */
loading: string, 
/**
 * Why.
 */
because: string, 
/**
 * File of the deciding setting.
 */
file: string | null, 
/**
 * Line in it.
 */
line: number | null, };

/**
 * One line of a connection's log.
 */
export type LogLine = { 
/**
 * Milliseconds since the start.
 */
ms: number, 
/**
 * `out` (we sent), `in` (it sent), `stderr`, `note`.
 */
kind: string, 
/**
 * The text, masked, control characters made visible by the window.
 */
text: string, 
/**
 * The message the line stands for, as JSON, masked, cut at 16 KiB; `None`:
 * the line is all there is.
 */
message: string | null, };

/**
 * Wanted changes, each as the command line writes it.
 */
export type PlanRequest = { 
/**
 * The project folder; `None` outside any.
 */
project: string | null, 
/**
 * `CLIENT[:SCOPE]/SERVER[/TOOL]=always|when-needed|as-server-says|on|off`,
 * and `CLIENT[:SCOPE]/SERVER=wrap:OPTIONS|unwrap|repair`.
 */
set: Array<string>, 
/**
 * `CLIENT[:SCOPE]/SERVER=TOOL,TOOL|PATTERN`.
 */
keep: Array<string>, 
/**
 * `CLIENT=VALUE`; `default` gives the choice back to the client.
 */
mode: Array<string>, 
/**
 * `CLIENT[:SCOPE]/SERVER=CLIENT:SCOPE`.
 */
moves: Array<string>, 
/**
 * As `moves`, and the entry also stays.
 */
copies: Array<string>, 
/**
 * `CANDIDATE=CLIENT:SCOPE/NAME`: a tried server, by its key, as a new entry
 * of this name. What it starts or reaches never leaves the workbench.
 */
add: Array<string>, 
/**
 * `CLIENT[:SCOPE]/SERVER`.
 */
remove: Array<string>, 
/**
 * Clients whose deny rules are to be as few as say the same.
 */
mergeRules: Array<string>, 
/**
 * A write that is to be made once more, where a client has dropped it; goes
 * with no other change.
 */
restore?: string, 
/**
 * The settings file for rules, mode and rejected servers: `user`,
 * `project` or `local`; `None`: the user's.
 */
level: string | null, 
/**
 * For Cursor: use the agent's list of switched-off servers.
 */
cursorAgent: boolean, };

/**
 * What one client pays before the first message, now and with the changes.
 */
export type PlanStanding = { 
/**
 * The client's id.
 */
client: string, 
/**
 * What it pays now.
 */
now: TokenSum, 
/**
 * What it would pay.
 */
planned: TokenSum, };

/**
 * What the changes would write. Nothing is written by asking.
 */
export type PlanView = { 
/**
 * `plimsoll.plan/1`.
 */
schema: string, 
/**
 * What was asked for; with `files`, all that a later apply needs.
 */
request: PlanRequest, 
/**
 * One sentence per change that can be written.
 */
requested: Array<string>, 
/**
 * Files whose text would change.
 */
files: Array<FileDiff>, 
/**
 * Changes that cannot be written, and why. Apply then writes nothing.
 */
refused: Array<Problem>, 
/**
 * What holds besides.
 */
notes: Array<Problem>, 
/**
 * The tokenizer of `standing`.
 */
tokenizer: string, 
/**
 * What clients would pay otherwise than now.
 */
standing: Array<PlanStanding>, };

/**
 * Choices kept under a name, to use in another project.
 */
export type Preset = { 
/**
 * Names it; 0 for one that is not kept yet.
 */
id: number, 
/**
 * What the user calls it.
 */
name: string, 
/**
 * The choices; the project is filled in when it is used.
 */
choices: PlanRequest, };

/**
 * What happened, to which file or server, and what to do.
 */
export type Problem = { 
/**
 * For code: kebab-case, stable.
 */
code: string, 
/**
 * How much damage it does.
 */
level: ProblemLevel, 
/**
 * One sentence for people.
 */
message: string, 
/**
 * The next step, when there is one.
 */
hint: string | null, 
/**
 * The file it is about.
 */
file: string | null, 
/**
 * Line in it, from 1.
 */
line: number | null, 
/**
 * Column in it, from 1.
 */
column: number | null, 
/**
 * The client it is about (`claude-code`).
 */
client: string | null, 
/**
 * The server it is about, by its name in the file.
 */
server: string | null, };

/**
 * How much damage a problem does.
 */
export type ProblemLevel = "hint" | "warning" | "error";

/**
 * What a client did, against what was predicted.
 */
export type Proof = { 
/**
 * `plimsoll.prove/1`.
 */
schema: string, 
/**
 * The client's id.
 */
client: string, 
/**
 * Its version.
 */
version: string | null, 
/**
 * When, RFC 3339.
 */
at: string, 
/**
 * `observed`: the client ran. `reread`: it cannot be run, and its files
 * were read again by an independent reader.
 */
method: string, 
/**
 * Every tool of every server in use or switched off.
 */
tools: Array<ProvenTool>, 
/**
 * The client's own tools it sent or announced.
 */
builtIn: Array<string>, 
/**
 * The announcement of deferred names, as sent; `None`: there was none.
 */
announcement: string | null, 
/**
 * Where it did not do what was predicted; empty: confirmed.
 */
differences: Array<Problem>, 
/**
 * What it does not cover, and why.
 */
notes: Array<Problem>, 
/**
 * What its search answered.
 */
results: Array<ProvenSearch>, 
/**
 * How long it took, milliseconds.
 */
ms: number, };

/**
 * Weight of one property of an input schema.
 */
export type PropertyWeight = { 
/**
 * Path from the schema's root: `filter.labels`.
 */
path: string, 
/**
 * Tokens of its key and schema.
 */
tokens: number, };

/**
 * What to prove.
 */
export type ProveRequest = { 
/**
 * The project folder; `None` outside any.
 */
project: string | null, 
/**
 * The client's program; `None`: the one on `PATH`.
 */
program: string | null, 
/**
 * Queries its search is asked.
 */
queries: Array<SearchQuery>, 
/**
 * How long it may take, milliseconds; `None`: a minute and 3 s for each server.
 */
timeoutMs: number | null, };

/**
 * What the client's own search answered.
 */
export type ProvenSearch = { 
/**
 * The query's id.
 */
id: string, 
/**
 * The query.
 */
query: string, 
/**
 * Tools predicted, best first.
 */
predicted: Array<string>, 
/**
 * Tools observed, best first.
 */
observed: Array<string>, };

/**
 * One tool, predicted and observed.
 */
export type ProvenTool = { 
/**
 * The server's name; `None` for one nobody predicted.
 */
server: string | null, 
/**
 * The name as the client writes it.
 */
sentAs: string, 
/**
 * `always`, `whenNeeded`, `off` or `unknown`.
 */
predicted: string, 
/**
 * `always`, `whenNeeded` or `off`.
 */
observed: string, 
/**
 * Whether the description arrived cut; `None`: it was not sent.
 */
cut: boolean | null, 
/**
 * The description as sent, where it arrived cut.
 */
text?: string, };

/**
 * What the engines give.
 */
export type Search = { 
/**
 * `plimsoll.search/1`.
 */
schema: string, 
/**
 * The tokenizer of every number here.
 */
tokenizer: string, 
/**
 * The engines asked, with what their orders depend on.
 */
engines: Array<EngineAbout>, 
/**
 * Tools a search can find.
 */
searchable: number, 
/**
 * Tools that are loaded anyway, by written name.
 */
alwaysLoaded: Array<string>, 
/**
 * Every query and engine.
 */
results: Array<SearchResult>, 
/**
 * Of the first engine, when expected tools are given.
 */
summary: SearchSummary | null, 
/**
 * Of every engine, when expected tools are given.
 */
summaries: Array<SearchSummary>, 
/**
 * What candidates, planned changes or drafts change; `None`: there are none.
 */
compared: SearchComparison | null, 
/**
 * Whether the client's own searchable tools compete in this, captured by a
 * proof run; `None`: no Claude Code engine was asked.
 */
builtIn: boolean | null, 
/**
 * What could not be searched.
 */
problems: Array<Problem>, };

/**
 * How one answer changes.
 */
export type SearchChange = { 
/**
 * The query's id.
 */
id: string, 
/**
 * The engine's id.
 */
engine: string, 
/**
 * The place of the first expected tool before, from 1.
 */
rankBefore: number | null, 
/**
 * The place now.
 */
rankAfter: number | null, 
/**
 * Tools that were among the results and are not any more.
 */
gone: Array<string>, 
/**
 * Tools that came in.
 */
came: Array<string>, 
/**
 * Whether the tools that stayed stand in another order.
 */
reordered: boolean, 
/**
 * Whether the query loses by it: the first expected tool stands further
 * behind or, where none was found before or now, a tool is gone.
 */
loses: boolean, 
/**
 * Whether the query wins: the first expected tool stands further in front
 * or, where none was found before or now, a tool that came is first.
 */
wins: boolean, };

/**
 * The same queries without candidates, planned changes and drafts.
 */
export type SearchComparison = { 
/**
 * Of every engine, when expected tools are given.
 */
summaries: Array<SearchSummary>, 
/**
 * Queries whose answer differs.
 */
changes: Array<SearchChange>, };

/**
 * A query the engine refuses.
 */
export type SearchFault = { 
/**
 * The code the API documents.
 */
code: string, 
/**
 * For people.
 */
message: string, };

/**
 * A word of the names in place of one that matches nothing.
 */
export type SearchInstead = { 
/**
 * The word of the query.
 */
of: string, 
/**
 * A word of the names.
 */
word: string, 
/**
 * A tool whose name has it.
 */
tool: string, };

/**
 * One query.
 */
export type SearchQuery = { 
/**
 * For telling results apart.
 */
id: string, 
/**
 * The query.
 */
query: string, 
/**
 * Results asked for.
 */
maxResults: number | null, 
/**
 * Written names of tools of which one should be found.
 */
expected: Array<string>, };

/**
 * What to search, and for what.
 */
export type SearchRequest = { 
/**
 * The queries.
 */
queries: Array<SearchQuery>, 
/**
 * Engine ids; empty: all.
 */
engines: Array<string>, 
/**
 * The client whose deferred tools are searched; `*`: every tool that is
 * known here, whatever its client and loading; `None`: catalogues only.
 */
client: string | null, 
/**
 * The version of Claude Code whose search is meant; `None`: the installed
 * one, or the newest measured.
 */
clientVersion: string | null, 
/**
 * The project that client is in.
 */
project: string | null, 
/**
 * Only servers of these names; empty: all.
 */
servers: Array<string>, 
/**
 * Paths of catalogue files, searched on top.
 */
catalogues: Array<string>, 
/**
 * Keys of tried servers, searched on top.
 */
candidates: Array<string>, 
/**
 * Changes to search with instead of what is configured.
 */
plan: PlanRequest | null, 
/**
 * Texts to search with instead of what the servers send.
 */
drafts: Array<ToolDraft>, 
/**
 * Results a query asks for when it does not say; `None`: the engine's.
 */
maxResults: number | null, 
/**
 * `o200k_base` or `cl100k_base`; `None`: the setting.
 */
tokenizer: string | null, };

/**
 * What one engine gives for one query.
 */
export type SearchResult = { 
/**
 * The query's id.
 */
id: string, 
/**
 * The query.
 */
query: string, 
/**
 * The engine's id.
 */
engine: string, 
/**
 * Results asked for.
 */
maxResults: number, 
/**
 * `found`, `nothing` or `error`.
 */
outcome: string, 
/**
 * Why it was refused.
 */
error: SearchFault | null, 
/**
 * `exact` or `approximate`.
 */
fidelity: string, 
/**
 * The tools, best first.
 */
tools: Array<FoundTool>, 
/**
 * How many tools match at all.
 */
matching: number, 
/**
 * How many behind the cut have the last one's score.
 */
tiedBeyond: number, 
/**
 * Terms that match nothing.
 */
unmatched: Array<string>, 
/**
 * For words that match nothing: what to search instead.
 */
instead: Array<SearchInstead>, 
/**
 * Where nothing is found: why, as far as it is known.
 */
because?: string, 
/**
 * Tokens the found definitions load, and keep loaded.
 */
tokens: number, 
/**
 * How many such searches in a session cost as much as loading every
 * searchable definition from the start, `search_tool` counted; 0: even none
 * costs as much. `None`: nothing is loaded.
 */
breakEven: number | null, 
/**
 * Tokens that the client pays up front for having this search; `None`: not
 * known, and not counted.
 */
searchTool: number | null, 
/**
 * The place of the first expected tool, from 1.
 */
expectedRank: number | null, 
/**
 * How long it took, milliseconds.
 */
ms: number, };

/**
 * How well one engine did on queries with expected tools. Shares from 0 to 1.
 */
export type SearchSummary = { 
/**
 * The engine's id.
 */
engine: string, 
/**
 * Queries that say what they expect.
 */
tasks: number, 
/**
 * Share whose first result was expected.
 */
hitAt1: number, 
/**
 * Share with an expected tool among the first five.
 */
hitAt5: number, 
/**
 * Mean of one over the place of the first expected tool.
 */
mrr: number, 
/**
 * Ids of the queries without any expected tool among the results.
 */
misses: Array<string>, };

/**
 * One entry in one client and project.
 */
export type ServerAudit = { 
/**
 * The same for equal launches everywhere; `None` for an unusable entry.
 */
key: string | null, 
/**
 * The key it is written under.
 */
name: string, 
/**
 * `managed`, `user`, `project`, `local`, `plugin` or `extension`.
 */
scope: string, 
/**
 * The file that defines it.
 */
file: string, 
/**
 * Line of its key, from 1.
 */
line: number, 
/**
 * Whether another entry of the same name wins.
 */
shadowed: boolean, 
/**
 * `stdio`, `http`, `sse` or `ws`; `None` for an unusable entry.
 */
transport: string | null, 
/**
 * What it starts or reaches, masked: one line for people.
 */
launch: string | null, 
/**
 * Set when it starts Plimsoll's wrapper: what that does, "when needed,
 * only `get_*`". `launch` shows the server behind it too.
 */
wrapped?: string, 
/**
 * What is known of its answer.
 */
state: ServerState, 
/**
 * Why it is off, shadowed, unapproved or unusable.
 */
because: string | null, 
/**
 * `live`, `snapshot` or `mirror`, when its tools are known.
 */
source: string | null, 
/**
 * When the tools were listed, RFC 3339.
 */
takenAt: string | null, 
/**
 * Why it failed.
 */
problem: Problem | null, 
/**
 * The last lines a failed server wrote to its error output, masked.
 */
lastWords: Array<string>, 
/**
 * Its instructions.
 */
instructions: InstructionsAudit | null, 
/**
 * Sum of its tools' weights as they would be sent, whatever their loading.
 */
weight: number, 
/**
 * Its part of the client's standing weight.
 */
standing: number, 
/**
 * Set when `weight` and `standing` miss something, so that 0 is no weight:
 * the server failed, was not started, or tells not all.
 */
lowerBound?: boolean, 
/**
 * Its tools in the server's order.
 */
tools: Array<ToolAudit>, };

/**
 * One server across clients.
 */
export type ServerDetail = { 
/**
 * Its key.
 */
key: string, 
/**
 * The names it has in configurations.
 */
names: Array<string>, 
/**
 * `serverInfo` and protocol of the newest answer.
 */
serverName: string | null, 
/**
 * `serverInfo.version`.
 */
serverVersion: string | null, 
/**
 * Protocol version agreed on.
 */
protocol: string | null, 
/**
 * Names of the capabilities it announced.
 */
capabilities: Array<string>, 
/**
 * Resources listed.
 */
resources: number | null, 
/**
 * Prompts listed.
 */
prompts: number | null, 
/**
 * The instructions as sent, uncut. Text from the server: data, never markup.
 */
instructions: string | null, 
/**
 * Where it is configured.
 */
configured: Array<Configured>, 
/**
 * The last connection: steps, stderr tail, outcome. Empty when never connected here.
 */
log: Array<LogLine>, 
/**
 * How many older lines of that log were not kept.
 */
dropped: number, 
/**
 * How long the last connection took.
 */
timing: Timing | null, 
/**
 * Why the last connection failed.
 */
problem: Problem | null, 
/**
 * Stored snapshots, newest first.
 */
history: Array<SnapshotLine>, };

/**
 * What is known of a server's answer.
 */
export type ServerState = "listed" | "failed" | "notStarted" | "off" | "needsApproval";

/**
 * Plimsoll's own settings.
 */
export type Settings = { 
/**
 * `o200k_base` or `cl100k_base`.
 */
tokenizer: string, 
/**
 * The model's window in tokens, for the share; `None`: no share shown.
 */
modelWindow: number | null, 
/**
 * How long a server may take to answer the handshake, ms.
 */
startTimeoutMs: number, 
/**
 * How long a server may take to list its tools, ms.
 */
listTimeoutMs: number, 
/**
 * How many servers are connected at once.
 */
parallel: number, 
/**
 * `system`, `dark` or `light`.
 */
theme: string, 
/**
 * What the user says Claude Desktop's tool access mode is:
 * `unknown`, `alreadyLoaded` or `whenNeeded`.
 */
desktopToolAccess: string, };

/**
 * One stored snapshot.
 */
export type SnapshotLine = { 
/**
 * When, RFC 3339.
 */
takenAt: string, 
/**
 * Tools in it.
 */
tools: number, 
/**
 * Weight of all definitions, tokens.
 */
tokens: number, 
/**
 * Tools it has and the one before has not.
 */
added: Array<string>, 
/**
 * Tools the one before has and it has not.
 */
removed: Array<string>, 
/**
 * Tools whose definition differs from the one before.
 */
changed: Array<string>, };

/**
 * A change that measured data speaks for.
 */
export type Suggestion = { 
/**
 * One sentence with the figures it rests on.
 */
message: string, 
/**
 * What it would save of the standing weight, tokens.
 */
saves: number, 
/**
 * What goes into `set` of the plan request.
 */
set: Array<string>, };

/**
 * One server in one client.
 */
export type SwitchCell = { 
/**
 * The client's id.
 */
client: string, 
/**
 * Where the entry stands.
 */
scope: string, 
/**
 * The name of the entry there.
 */
name: string, 
/**
 * `CLIENT:SCOPE/SERVER`, as plan requests write it.
 */
target: string, 
/**
 * `always`, `whenNeeded`, `off`, `mixed` or `unknown`; of an entry that is
 * coming, as it would be before its own switches are set.
 */
current: string, 
/**
 * The same, with the staged changes.
 */
planned: string, 
/**
 * What decides.
 */
because: string, 
/**
 * The file that defines the entry.
 */
file: string, 
/**
 * Line in it, from 1.
 */
line: number, 
/**
 * Its part of the client's standing weight now.
 */
standing: number, 
/**
 * The same, with the staged changes.
 */
plannedStanding: number, 
/**
 * Whether it is not there yet: the staged changes put it there.
 */
coming: boolean, 
/**
 * What may be chosen.
 */
options: Array<SwitchOption>, 
/**
 * Where the entry may be moved or copied: `CLIENT:SCOPE`.
 */
places: Array<string>, 
/**
 * Its tools, heaviest first; empty when they are not known.
 */
tools: Array<SwitchTool>, 
/**
 * Tools the last write of these rules did not know: drift.
 */
newTools: Array<string>, };

/**
 * One client's column.
 */
export type SwitchClient = { 
/**
 * Its id.
 */
id: string, 
/**
 * The installed version.
 */
version: string | null, 
/**
 * What it pays before the first message now.
 */
standing: TokenSum, 
/**
 * What it would pay with the staged changes.
 */
planned: TokenSum, 
/**
 * The client-wide mode in force, as its setting writes it; `None`: it has
 * none, or the default holds.
 */
mode: string | null, 
/**
 * The mode with the staged changes.
 */
plannedMode: string | null, 
/**
 * Values its mode may take; empty: no such switch, see `because`.
 */
modes: Array<SwitchOption>, 
/**
 * What decides the mode, or why there is no switch.
 */
because: string, 
/**
 * Whether it runs now: it may overwrite what is written, or must be closed.
 */
running: boolean, 
/**
 * `Confirmed by Claude Code 2.1.x, 12:04`: the last proof that agreed with
 * what is loaded now.
 */
confirmed: string | null, };

/**
 * A value a switch may take.
 */
export type SwitchOption = { 
/**
 * What it is called for people.
 */
title: string, 
/**
 * What goes into `set` (or `mode`) of the plan request, in full.
 */
spec: string, 
/**
 * What the cell shows when it is in force: `always`, `whenNeeded`, `off`,
 * `on`, `asServerSays`, or the mode's value (`default` for none). `offHere`
 * is `off` in the project shown only, beside an `off` in every project;
 * `readOnly`, `repaired` and `unwrapped` are of Plimsoll's wrapper alone.
 */
state: string, 
/**
 * Why it cannot be chosen here; `None`: it can.
 */
unavailable: string | null, 
/**
 * Whether Plimsoll's wrapper does it, because the client has no such switch.
 */
wrapped: boolean, };

/**
 * One server's row.
 */
export type SwitchServer = { 
/**
 * The same for equal launches; `None` for an unusable entry.
 */
key: string | null, 
/**
 * Its name.
 */
name: string, 
/**
 * Sum of its tools' definitions, in the first client that has it.
 */
tokens: number | null, 
/**
 * One per client and entry that defines it.
 */
cells: Array<SwitchCell>, };

/**
 * One tool in one cell.
 */
export type SwitchTool = { 
/**
 * The name as the server sends it.
 */
name: string, 
/**
 * `always`, `whenNeeded`, `off` or `unknown`.
 */
current: string, 
/**
 * The same, with the staged changes.
 */
planned: string, 
/**
 * What decides.
 */
because: string, 
/**
 * Tokens of its definition as the client sends it.
 */
tokens: number, 
/**
 * Whether the server calls it read-only; `None`: it does not say.
 */
readOnly: boolean | null, 
/**
 * Who may use it, where the catalogue says.
 */
audiences: Array<string>, 
/**
 * What may be chosen.
 */
options: Array<SwitchOption>, };

/**
 * Servers × clients, as they are and as they would be.
 */
export type Switchboard = { 
/**
 * The tokenizer of every number here.
 */
tokenizer: string, 
/**
 * The clients in use, in their order.
 */
clients: Array<SwitchClient>, 
/**
 * Servers by name, each once however many clients define it.
 */
servers: Array<SwitchServer>, 
/**
 * What the staged changes would write; `None` while nothing is staged.
 */
plan: PlanView | null, 
/**
 * What measured data says could be changed.
 */
suggestions: Array<Suggestion>, };

/**
 * Which switchboard, with what staged.
 */
export type SwitchboardRequest = { 
/**
 * The wanted changes; its `project` is the project shown.
 */
staged: PlanRequest, 
/**
 * The task set suggestions are measured with.
 */
tasks: number | null, 
/**
 * `o200k_base` or `cl100k_base`; `None`: the setting.
 */
tokenizer: string | null, };

/**
 * Queries kept under a name.
 */
export type TaskSet = { 
/**
 * Names it; 0 for one that is not kept yet.
 */
id: number, 
/**
 * What the user calls it.
 */
name: string, 
/**
 * Its queries.
 */
tasks: Array<SearchQuery>, };

/**
 * How long the steps of a connection took.
 */
export type Timing = { 
/**
 * Start to answered handshake, ms.
 */
startMs: number, 
/**
 * Listing, all pages, ms.
 */
listMs: number, 
/**
 * Pages read.
 */
pages: number, };

/**
 * A sum of tokens that may miss servers that did not answer.
 */
export type TokenSum = { 
/**
 * Tokens of the audit's tokenizer.
 */
tokens: number, 
/**
 * Whether something that should be in it could not be weighed: show `≥`.
 */
lowerBound: boolean, };

/**
 * One tool in one client and project.
 */
export type ToolAudit = { 
/**
 * The name as the server sends it.
 */
name: string, 
/**
 * The name as the client writes it to the model.
 */
sentAs: string, 
/**
 * `always`, `whenNeeded`, `off` or `unknown`.
 */
loading: string, 
/**
 * Why, in one sentence.
 */
because: string, 
/**
 * The file of the setting that decides; `None` for a default.
 */
file: string | null, 
/**
 * Line in it, from 1.
 */
line: number | null, 
/**
 * Its weight.
 */
tokens: ToolTokens, 
/**
 * Whether the client cuts the description as loaded.
 */
cut: boolean, };

/**
 * One tool in full.
 */
export type ToolDetail = { 
/**
 * The server's key.
 */
key: string, 
/**
 * The name as the server sends it.
 */
name: string, 
/**
 * The description as sent by the server, uncut. Data, never markup.
 */
description: string, 
/**
 * The definition as received, pretty-printed.
 */
definition: string, 
/**
 * The heaviest properties of the schema, heaviest first.
 */
properties: Array<PropertyWeight>, 
/**
 * How each client loads it.
 */
loaded: Array<LoadedIn>, 
/**
 * Hints from the server (`readOnlyHint`, …), as sent.
 */
annotations: Array<string>, };

/**
 * A tool's texts while an author edits them.
 */
export type ToolDraft = { 
/**
 * The server's name.
 */
server: string, 
/**
 * The tool's name as the server sends it.
 */
tool: string, 
/**
 * Another name; `None`: as sent.
 */
name: string | null, 
/**
 * Another description; `None`: as sent.
 */
description: string | null, };

/**
 * The weight of one tool in one client.
 */
export type ToolTokens = { 
/**
 * The written name.
 */
name: number, 
/**
 * The description after the cut that holds for its loading.
 */
description: number, 
/**
 * The input schema, minified.
 */
schema: number, 
/**
 * The definition as sent, framing included; not the sum of the parts.
 */
total: number, 
/**
 * What it costs up front while deferred: its name line.
 */
ifDeferred: number, };
