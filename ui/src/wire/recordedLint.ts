/** Findings made from the names of the recorded tools. */
import type { Lint, LintFinding } from "./generated";
import type { Document } from "./recordedDocuments";
import { wordsOf } from "./recordedEngines";

/** Words so common that they tell no two tools apart. */
const MANY = 12;

export function lintRecorded(documents: readonly Document[]): Lint {
  const servers = new Set(documents.map(({ server }) => server));
  const uses = new Map<string, number>();
  for (const { name } of documents) {
    for (const word of new Set(wordsOf(name))) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const findings = documents.flatMap((document) => {
    const { server, name } = document;
    const words = wordsOf(name);
    const about = (check: string, level: LintFinding["level"], message: string, effect: string, advice: string) => ({
      check, level, server, tool: name, file: null, message, effect, advice,
    });
    const found: LintFinding[] = [];
    const common = words.filter((word) => (uses.get(word) ?? 0) > MANY);
    if (/^(delete|remove|purge)/.test(name)) {
      found.push(about("destructive-unmarked", "warning", `"${name}" sounds destructive and has no annotation.`, "A client cannot ask before it runs.", "Send destructiveHint: true."));
    }
    if (common.length === words.length) {
      found.push(about("shared-name-words", "hint", `Every word of "${name}" is in the names of many other tools.`, `The rarest word is in ${Math.min(...words.map((word) => uses.get(word) ?? 0))} names.`, "Name what it works on."));
    }
    if (!wordsOf(server).some((word) => words.includes(word)) && document.tokens > 400) {
      found.push(about("dead-weight", "hint", "The schema repeats `$schema` and empty descriptions.", `${Math.round(document.tokens / 20)} of ${document.tokens} tokens.`, "Leave them out."));
    }
    return found;
  });
  const order = ["error", "warning", "hint"];
  findings.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  return { schema: "plimsoll.lint/1", servers: servers.size, tools: documents.length, findings, problems: [] };
}
