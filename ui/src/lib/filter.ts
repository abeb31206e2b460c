/** Which rows a text and a set of loadings leave. */
import type { Row, ServerRow, ToolRow } from "./catalogue";
import type { Loading } from "./loading";

export type Filter = {
  /** Words that must all occur in the names. */
  text: string;
  /** Loadings to keep; empty keeps all. */
  loadings: ReadonlySet<Loading>;
};

/** Keeps everything. */
export const NO_FILTER: Filter = { text: "", loadings: new Set() };

/** Whether the filter leaves anything out. */
export function isActive(filter: Filter): boolean {
  return filter.text.trim() !== "" || filter.loadings.size > 0;
}

/** Tells which rows stay. Words may be in a tool's own name or its server's. */
export function keeper({ text, loadings }: Filter): (row: Row) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const hasWords = (where: string) => {
    if (words.length === 0) return true;
    const lower = where.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const hasLoading = (loading: Loading) => loadings.size === 0 || loadings.has(loading);
  const keepsTool = (tool: ToolRow) =>
    hasLoading(tool.loading) && hasWords(`${tool.serverName} ${tool.name} ${tool.sentAs}`);
  return (row) => {
    if (row.kind === "tool") return keepsTool(row);
    return row.tools.length > 0 ? row.tools.some(keepsTool) : hasLoading("unknown") && hasWords(row.name);
  };
}

/** The rows that stay, each with the tools that stay; sums are not changed. */
export function filterRows(rows: readonly ServerRow[], filter: Filter): ServerRow[] {
  if (!isActive(filter)) return [...rows];
  const keeps = keeper(filter);
  return rows.filter(keeps).map((row) => ({ ...row, tools: row.tools.filter(keeps) }));
}
