/** What clients need to notice what was written. */
import type { PlanView } from "../wire/generated";
import { clientName } from "./clients";

/** What the plan itself says about it. */
const CODES = new Set(["restart", "reload"]);

/** One sentence per client whose files a plan writes: "Start a new Claude Code session to load it." */
export function pickUp(plan: Pick<PlanView, "files" | "notes">): string {
  const said = plan.notes.filter(({ code }) => CODES.has(code));
  const clients = new Set(plan.files.flatMap(({ client }) => (client === null ? [] : [client])));
  const spoken = new Set(said.map(({ client }) => client));
  const others = [...clients].filter((client) => !spoken.has(client));
  return [
    ...said.map(({ message }) => `${message}.`),
    ...others.map((client) => `Start a new ${clientName(client)} session to load it.`),
  ].join(" ");
}
