/** What a server's failure asks for. */
import type { Problem } from "../wire/generated";

/** Whether logging in is what would help. */
export function needsLogin(problem: Problem | null | undefined): boolean {
  return problem?.code === "server-needs-login";
}
