/** Which tools of a server a scope keeps: by name, pattern, hints, findings or weight. */
import type { SwitchTool } from "../wire/generated";

/** Names and patterns in a text, between commas or spaces. */
export function patternsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((pattern) => pattern !== "");
}

/**
 * Whether a name is one of these names and patterns, as the engine matches them:
 * `*` any characters, `?` one, `[ab]` one of these, `{a,b}` one of those.
 */
export function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => expression(pattern)?.test(name) ?? pattern === name);
}

/** A pattern as an expression; null when it is none. */
function expression(pattern: string): RegExp | null {
  let depth = 0;
  let source = "";
  for (const character of pattern) {
    if (character === "*") source += ".*";
    else if (character === "?") source += ".";
    else if (character === "{") {
      depth += 1;
      source += "(?:";
    } else if (character === "}" && depth > 0) {
      depth -= 1;
      source += ")";
    } else if (character === "," && depth > 0) source += "|";
    else if (character === "[" || character === "]" || character === "-") source += character;
    else source += character.replace(/[.+^$()|\\{}!]/, "\\$&");
  }
  try {
    return new RegExp(`^${source}$`, "u");
  } catch {
    return null;
  }
}

/** The names that match. */
export function byPattern(tools: readonly SwitchTool[], text: string): Set<string> {
  const patterns = patternsOf(text);
  return namesOf(tools.filter(({ name }) => matchesAny(name, patterns)));
}

/** The tools whose server calls them read-only. */
export function byReadOnly(tools: readonly SwitchTool[]): Set<string> {
  return namesOf(tools.filter(({ readOnly }) => readOnly === true));
}

/** The tools this audience may use; those without a word on it are for everybody. */
export function byAudience(tools: readonly SwitchTool[], audience: string): Set<string> {
  return namesOf(tools.filter(({ audiences }) => audiences.length === 0 || audiences.includes(audience)));
}

/** The audiences named, each once. */
export function audiencesOf(tools: readonly SwitchTool[]): string[] {
  return [...new Set(tools.flatMap(({ audiences }) => audiences))].sort();
}

/** So many of the heaviest, or of the lightest. */
export function byWeight(tools: readonly SwitchTool[], amount: number, heaviest: boolean): Set<string> {
  const sorted = [...tools].sort((a, b) => (heaviest ? b.tokens - a.tokens : a.tokens - b.tokens));
  return namesOf(sorted.slice(0, Math.max(0, amount)));
}

/** The tools of a server that are offered with the staged changes. */
export function offered(tools: readonly SwitchTool[]): Set<string> {
  return namesOf(tools.filter(({ planned }) => planned !== "off"));
}

function namesOf(tools: readonly SwitchTool[]): Set<string> {
  return new Set(tools.map(({ name }) => name));
}

/** How these are written: the pattern where it says it all, else the names. */
export function keptAs(tools: readonly SwitchTool[], kept: ReadonlySet<string>, pattern: string): string {
  const byName = tools.map(({ name }) => name).filter((name) => kept.has(name));
  const matched = byPattern(tools, pattern);
  const same = pattern !== "" && matched.size === kept.size && byName.every((name) => matched.has(name));
  // A comma inside braces would be read as the next pattern.
  const plain = same && !pattern.includes("{");
  return (plain ? patternsOf(pattern) : byName).join(",");
}
