/** What wanted changes would write, as text differences, for the recorded host. */
import type { Audit, DiffText, FileDiff, PlanRequest, PlanView, Problem } from "./generated";
import { wrapLines, wraps } from "./playedWrap";
import { fileOf, find, named, parts, refusal, withArrivals, withChanges, type Found } from "./played";

const SETTINGS = "/home/ada/.claude/settings.json";
const PARKED = "/home/ada/.local/share/plimsoll/parked.json";
const TITLE: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  "claude-desktop": "Claude Desktop",
  cursor: "Cursor",
};

type Step = { path: string; client: string | null; line: number; lines: DiffText[] };

const both = (text: string): DiffText => ({ side: "both", text });
const gone = (text: string): DiffText => ({ side: "old", text });
const came = (text: string): DiffText => ({ side: "new", text });

/** The lines of an entry but for `alwaysLoad`; values masked as the engine masks them. */
function entryLines({ entry }: Found): string[] {
  const http = entry.transport === "http";
  const [command = "", ...args] = (entry.launch ?? "").split(" ");
  return [
    `    "${entry.name}": {`,
    ...(http
      ? [`      "type": "http",`, `      "url": "${command}",`, `      "headers": { "Authorization": "••••••••" }`]
      : [`      "command": "${command}",`, `      "args": ${JSON.stringify(args)},`, `      "env": { "TOKEN": "••••••••" }`]),
    "    },",
  ];
}

/** The key that an entry has, as its tools tell. */
function alwaysLoad({ entry }: Found): string | null {
  const said = /alwaysLoad: (true|false)/.exec(entry.tools[0]?.because ?? "");
  return said?.[1] ?? null;
}

function loadingStep(found: Found, value: string | null): Step {
  const lines = entryLines(found);
  const before = alwaysLoad(found);
  const head = lines.slice(0, -2);
  const last = lines.at(-2) ?? "";
  const key = (text: string) => `      "alwaysLoad": ${text}`;
  const tail: DiffText[] =
    before !== null && value !== null
      ? [both(`${last},`), gone(key(before)), came(key(value))]
      : before !== null
        ? [gone(`${last},`), gone(key(before)), came(last)]
        : [gone(last), came(`${last},`), came(key(value ?? ""))];
  return {
    path: found.entry.file,
    client: found.client.id,
    line: found.entry.line,
    lines: [...head.map(both), ...tail, both("    },")],
  };
}

function denyStep(rules: readonly string[], off: boolean): Step {
  const sign = off ? came : gone;
  return {
    path: SETTINGS,
    client: "claude-code",
    line: 3,
    lines: [
      both('  "permissions": {'),
      both('    "deny": ['),
      both('      "Bash(rm:*)",'),
      ...rules.map((rule) => sign(`      "${rule}",`)),
      both('      "WebFetch"'),
      both("    ]"),
    ],
  };
}

function parkSteps(found: Found, off: boolean): Step[] {
  const [away, there] = off ? [gone, came] : [came, gone];
  const lines = entryLines(found);
  return [
    { path: found.entry.file, client: found.client.id, line: found.entry.line, lines: lines.map(away) },
    { path: PARKED, client: null, line: 1, lines: lines.map(there) },
  ];
}

function setSteps(found: Found, value: string): Step[] {
  if (wraps(value)) {
    return [{ path: found.entry.file, client: found.client.id, line: found.entry.line, lines: wrapLines(found.entry, value) }];
  }
  const sent = (tool: string) => `mcp__${found.entry.name}__${tool}`;
  if (found.client.id !== "claude-code") return parkSteps(found, value === "off");
  if (found.tool !== null) return [denyStep([sent(found.tool)], value === "off")];
  if (value === "off" || value === "on") {
    const sign = value === "off" ? came : gone;
    const rejected = `    { "serverName": "${found.entry.name}" }`;
    return [{ path: SETTINGS, client: "claude-code", line: 12, lines: [both('  "deniedMcpServers": ['), sign(rejected), both("  ]")] }];
  }
  const key = value === "always" ? "true" : value === "when-needed" ? "false" : null;
  return key === alwaysLoad(found) ? [] : [loadingStep(found, key)];
}

function moveSteps(audit: Audit, found: Found, to: string, copy: boolean): Step[] {
  const [id, scope = "user"] = to.split(":");
  const home = audit.clients.find((one) => one.id === id);
  if (home === undefined) return [];
  const lines = entryLines(found);
  const there: Step = { path: fileOf(home, scope), client: home.id, line: 90, lines: lines.map(came) };
  const here: Step = { path: found.entry.file, client: found.client.id, line: found.entry.line, lines: lines.map(gone) };
  return copy ? [there] : [here, there];
}

/** The plan; `basisOf` stands for the hash of the text a file has now. */
export function planOf(audit: Audit, request: PlanRequest, basisOf: (path: string) => string): PlanView {
  const steps: Step[] = [];
  const requested: string[] = [];
  const refused: Problem[] = [];
  const notes: Problem[] = [];
  const on = (target: string, change: (found: Found) => void, where = audit) => {
    const found = find(where, target);
    if (found === null) refused.push(refusal("no-such-entry", `There is no entry \`${target}\` here`, "Read the configurations again.", null));
    else change(found);
  };
  const note = (code: string, message: string, client: string) =>
    notes.push({ ...refusal(code, message, null, null), level: "warning", client });
  for (const text of request.mode) {
    const value = parts(text)[1];
    const key = `    "ENABLE_TOOL_SEARCH": "${value}"`;
    steps.push({ path: SETTINGS, client: "claude-code", line: 1, lines: [both("{"), both('  "env": {'), came(key), both("  },")] });
    requested.push(`Claude Code: mode ${value}`);
  }
  for (const [texts, copy] of [[request.moves, false], [request.copies, true]] as const) {
    for (const text of texts) {
      const [target, to] = parts(text);
      on(target, (found) => {
        steps.push(...moveSteps(audit, found, to, copy));
        requested.push(`\`${found.entry.name}\`: ${copy ? "copied" : "moved"} to ${to}`);
        if (!to.startsWith(found.client.id)) note("not-carried-over", "`alwaysLoad` has no counterpart there and is left out", found.client.id);
      });
    }
  }
  for (const text of request.remove) {
    on(text, (found) => {
      steps.push({ path: found.entry.file, client: found.client.id, line: found.entry.line, lines: entryLines(found).map(gone) });
      requested.push(`\`${found.entry.name}\`: its entry removed`);
    });
  }
  const arrived = withArrivals(audit, request);
  for (const text of request.keep) {
    const [target, value] = parts(text);
    on(target, (found) => {
      const others = found.entry.tools.filter((tool) => !named(tool.name, value.split(",")));
      steps.push(denyStep(others.map((tool) => tool.sentAs), true));
      requested.push(`\`${found.entry.name}\`: only ${found.entry.tools.length - others.length} of ${found.entry.tools.length} tools`);
    }, arrived);
  }
  for (const text of request.set) {
    const [target, value] = parts(text);
    on(target, (found) => {
      const loading = value === "always" || value === "when-needed" || value === "as-server-says";
      if (loading && found.client.id !== "claude-code") {
        refused.push(refusal("no-such-switch", `${TITLE[found.client.id] ?? ""} has no file that says how tools load`, "Use the server's own flags, or wrap the server.", found));
        return;
      }
      steps.push(...setSteps(found, value));
      requested.push(`\`${found.entry.name}\` (${found.entry.scope}): ${value.replace("-", " ")}`);
      if (found.client.id === "claude-desktop") note("restart", "Claude Desktop starts servers only when it starts", found.client.id);
      if (found.client.id === "cursor") note("reload", "Cursor may need its window reloaded to notice", found.client.id);
    }, arrived);
  }
  return { schema: "plimsoll.plan/1", request, requested, files: filesOf(steps, basisOf), refused, notes, tokenizer: audit.tokenizer, standing: standingOf(audit, withChanges(audit, request)) };
}

function standingOf(before: Audit, after: Audit): PlanView["standing"] {
  return before.clients.flatMap(({ id, standing }, at) => {
    const planned = after.clients[at]?.standing ?? standing;
    return planned.tokens === standing.tokens ? [] : [{ client: id, now: standing, planned }];
  });
}

function filesOf(steps: readonly Step[], basisOf: (path: string) => string): FileDiff[] {
  const paths = [...new Set(steps.map(({ path }) => path))];
  return paths.map((path) => {
    const own = steps.filter((step) => step.path === path).sort((a, b) => a.line - b.line);
    const hunks = own.map(({ line, lines }) => ({ oldStart: line, newStart: line, lines }));
    return { path, client: own[0]?.client ?? null, created: path === PARKED, basis: basisOf(path), hunks };
  });
}
