/** Which rows a text and a set of loadings leave. */
import type { ServerRow, ToolRow } from "./catalogue";
import type { Loading } from "./loading";

export type Filter = {
  /** Words that must all occur in the names. */
  text: string;
  /** Loadings to keep; empty keeps all. */
  loadings: ReadonlySet<Loading>;
};

/** Whether the filter leaves anything out. */
export function isActive(filter: Filter): boolean {
  return filter.text.trim() !== "" || filter.loadings.size > 0;
}

/** Whether a tool stays. Words may be in its own name or its server's. */
export function keepsTool(tool: ToolRow, filter: Filter): boolean {
  if (filter.loadings.size > 0 && !filter.loadings.has(tool.loading)) return false;
  return hasWords(`${tool.serverName} ${tool.name} ${tool.sentAs}`, filter.text);
}

/** The rows that stay, each with the tools that stay; sums are not changed. */
export function filterRows(rows: readonly ServerRow[], filter: Filter): ServerRow[] {
  if (!isActive(filter)) return [...rows];
  return rows.flatMap((row) => {
    const tools = row.tools.filter((tool) => keepsTool(tool, filter));
    if (tools.length > 0) return [{ ...row, tools }];
    const bare = row.tools.length === 0 && hasWords(row.name, filter.text);
    const kept = bare && (filter.loadings.size === 0 || filter.loadings.has("unknown"));
    return kept ? [row] : [];
  });
}

function hasWords(where: string, text: string): boolean {
  const lower = where.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
