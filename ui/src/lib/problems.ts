/** What a server's failure asks for. */
import type { Problem } from "../wire/generated";

/** Whether logging in is what would help. */
export function needsLogin(problem: Problem | null | undefined): boolean {
  return problem?.code === "server-needs-login";
}

/** An entry with the last lines its server wrote to standard error, oldest first. */
type Spoken = { name: string; lastWords?: readonly string[] };

/** What a failed server said last; empty when nothing is known. */
export function lastWords({ lastWords: lines = [] }: Spoken): readonly string[] {
  return lines;
}
