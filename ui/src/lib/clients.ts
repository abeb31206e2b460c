/** Names of clients, long and short. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  "claude-code": ["Claude Code", "CC"],
  "claude-desktop": ["Claude Desktop", "CD"],
  cursor: ["Cursor", "Cu"],
};

/** "Claude Code" for "claude-code"; an unknown id stays as it is. */
export function clientName(id: string): string {
  return NAMES[id]?.[0] ?? id;
}

/** "CC" for "claude-code". */
export function clientShort(id: string): string {
  return NAMES[id]?.[1] ?? id.slice(0, 2);
}

/** Whether the client sends to Claude models only, so that the published band holds. */
export function isClaude(id: string): boolean {
  return id === "claude-code" || id === "claude-desktop";
}
