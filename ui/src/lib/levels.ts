/** Which of a client's files changes go to, in words. */
import type { Where } from "./staged";

/** Settings files of Claude Code; the empty one is the user's. */
export const LEVELS = [
  { value: "", label: "User’s" },
  { value: "project", label: "Project’s, shared" },
  { value: "local", label: "Project’s, local" },
];

/** What is not written to the usual files: one sentence each. */
export function unusual({ level, cursorAgent }: Where): string[] {
  const settings = LEVELS.find(({ value }) => value === level && value !== "");
  return [
    ...(settings === undefined ? [] : [`Rules and mode go to settings: ${settings.label.toLowerCase()}`]),
    ...(cursorAgent ? ["Cursor: in the agent’s own list of servers that are off"] : []),
  ];
}
