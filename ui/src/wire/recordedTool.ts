/** A tool's detail, made from the recorded audit. */
import type { Audit, ToolDetail } from "./generated";
import { describe } from "./recordedDocuments";

/** What the engine would answer for this tool. */
export function toolDetail(audit: Audit, key: string, name: string): ToolDetail {
  const found = audit.clients.flatMap((client) =>
    client.servers
      .filter((server) => server.key === key)
      .flatMap((server) => server.tools)
      .filter((tool) => tool.name === name)
      .map((tool) => ({ client, tool })),
  );
  const schema = found[0]?.tool.tokens.schema ?? 0;
  const description = describe(name);
  const definition = {
    name,
    description,
    inputSchema: {
      type: "object",
      properties: {
        filter: { type: "object", properties: { labels: { type: "array", items: { type: "string" } } } },
        id: { type: "string" },
        limit: { type: "integer", maximum: 100 },
      },
      required: ["id"],
    },
  };
  return {
    key,
    name,
    description,
    definition: JSON.stringify(definition, null, 2),
    properties: [
      { path: "filter.labels", tokens: Math.round(schema * 0.52) },
      { path: "id", tokens: Math.round(schema * 0.21) },
      { path: "limit", tokens: Math.round(schema * 0.14) },
    ],
    loaded: found.map(({ client, tool }) => ({
      client: client.id,
      project: client.project,
      loading: tool.loading,
      because: tool.because,
      file: tool.file,
      line: tool.line,
    })),
    annotations: name.includes("delete") ? ["destructiveHint"] : ["readOnlyHint"],
  };
}
