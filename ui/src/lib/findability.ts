/** Findings about tools: picking them and writing them down for a server's author. */
import type { LintFinding, ProblemLevel, ToolDraft } from "../wire/generated";

const LEVELS: readonly ProblemLevel[] = ["error", "warning", "hint"];

export const LEVEL_SIGN: Readonly<Record<ProblemLevel, readonly [string, string, string]>> = {
  error: ["✕", "Error", "danger"],
  warning: ["▲", "Warning", "warn"],
  hint: ["·", "Hint", "dim"],
};

/** "near duplicate" for "near-duplicate". */
export function checkWord(check: string): string {
  return check.replaceAll("-", " ");
}

/** Findings of one tool, and of its server as a whole. */
export function findingsOf(findings: readonly LintFinding[], server: string, tool: string): LintFinding[] {
  return findings.filter((finding) => finding.server === server && (finding.tool === tool || finding.tool === null));
}

/** Findings of these levels and this check that have all the words; empty keeps all. */
export function pickFindings(
  findings: readonly LintFinding[],
  { level, check, text }: { level: string; check: string; text: string },
): LintFinding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return findings.filter((finding) => {
    if (level !== "" && finding.level !== level) return false;
    if (check !== "" && finding.check !== check) return false;
    const where = `${finding.server} ${finding.tool ?? ""} ${finding.message}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
}

/** The checks that found something, most often first, with how often. */
export function checksOf(findings: readonly LintFinding[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { check } of findings) sums.set(check, (sums.get(check) ?? 0) + 1);
  return [...sums].sort(([a, some], [b, others]) => others - some || a.localeCompare(b));
}

/** A text a reader of Markdown sees as it is. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|]/g, "\\$&").replaceAll(/\s*\r?\n\s*/g, " ");
}

/** A name as code, whatever it holds. */
function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return fence === "`" ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** A text as a block of code: fenced longer than any fence inside. */
function block(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function draftLines({ tool, name, description }: ToolDraft): string[] {
  const lines = [`- **Proposed text** for ${code(tool)}`];
  if (name !== null) lines.push(`  - Name: ${code(name)}`);
  if (description !== null) lines.push("  - Description:", "", block(description), "");
  return lines;
}

/** Suggestions for a server's author, as Markdown. */
export function suggestions(findings: readonly LintFinding[], drafts: readonly ToolDraft[]): string {
  const servers = [...new Set([...findings.map(({ server }) => server), ...drafts.map(({ server }) => server)])].sort(
    (a, b) => a.localeCompare(b),
  );
  const lines = ["# Suggestions for finding these tools", ""];
  for (const server of servers) {
    lines.push(`## ${plain(server)}`, "");
    const here = findings.filter((finding) => finding.server === server);
    const own = drafts.filter((draft) => draft.server === server);
    const tools = [...new Set([null, ...here.map(({ tool }) => tool), ...own.map(({ tool }) => tool)])];
    for (const tool of tools) {
      const about = here
        .filter((finding) => finding.tool === tool)
        .sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
      const draft = own.filter((one) => one.tool === tool);
      if (about.length + draft.length === 0) continue;
      lines.push(tool === null ? "### The server as a whole" : `### ${code(tool)}`, "");
      for (const { check, level, message, effect, advice } of about) {
        lines.push(`- **${checkWord(check)}** (${level}): ${plain(message)}`);
        if (effect !== "") lines.push(`  - Measured: ${plain(effect)}`);
        if (advice !== "") lines.push(`  - Advice: ${plain(advice)}`);
      }
      lines.push(...draft.flatMap(draftLines), "");
    }
  }
  return `${lines.join("\n").trimEnd()}\n`;
}
