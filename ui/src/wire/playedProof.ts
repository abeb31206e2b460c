/** What a proof of the recorded audit finds. */
import type { Audit, Problem, Proof } from "./generated";
import { refusal } from "./played";

const NOT_COVERED: Problem = {
  ...refusal("not-covered", "Tools of `errors` are not known, so they were not compared", "Connect the server first.", null),
  level: "hint",
};

/** `contrary`: one tool loads otherwise than predicted, and not all could be compared. */
export function proofOf(audit: Audit, id: string, contrary: boolean, queries: readonly { id: string; query: string }[]): Proof {
  const client = audit.clients.find((one) => one.id === id);
  const active = (client?.servers ?? []).filter(({ state, shadowed }) => state === "listed" && !shadowed);
  const tools = active.flatMap((server) =>
    server.tools.map((tool, index) => ({
      server: server.name,
      sentAs: tool.sentAs,
      predicted: tool.loading,
      observed: contrary && index === 0 && server.name === "git" ? "always" : tool.loading,
      cut: tool.loading === "always" ? tool.cut : null,
      ...(tool.loading === "always" && tool.cut && { text: `${"Searches every space the user may read, newest first. ".repeat(36)}… [truncated]` }),
    })),
  );
  const wrong = tools.filter(({ predicted, observed }) => predicted !== observed);
  const deferred = tools.filter(({ observed }) => observed === "whenNeeded").map(({ sentAs }) => sentAs);
  return {
    schema: "plimsoll.prove/1",
    client: id,
    version: client?.version ?? null,
    at: "2026-11-30T12:07:00Z",
    method: id === "claude-code" ? "observed" : "reread",
    tools,
    builtIn: ["Bash", "Edit", "Glob", "Grep", "Read", "ToolSearch", "Write"],
    announcement: deferred.length > 0 ? `The following deferred tools are available via ToolSearch:\n${deferred.join("\n")}` : null,
    differences: wrong.map(({ server, sentAs, predicted, observed }) => ({
      ...refusal("loading-differs", `\`${sentAs}\` was predicted ${predicted} and observed ${observed}`, "The server itself asks for it to be loaded always.", null),
      level: "warning" as const,
      client: id,
      server,
    })),
    notes: contrary ? [NOT_COVERED] : [],
    results: queries.map(({ id: query, query: text }) => ({ id: query, query: text, predicted: deferred.slice(0, 3), observed: deferred.slice(0, 3) })),
    ms: 2140,
  };
}
