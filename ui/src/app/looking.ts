/** What is looked at: clients by choice, project by choice or the first there is. */
import type { Audit, AuditRequest, ClientAudit, KnownProject, Problem, Settings } from "../wire/generated";

/** Stored choice of project that means "none chosen yet". */
export const NO_CHOICE = "*";

/** The folder looked at; empty: outside any project. */
export function projectOf(chosen: string, known: readonly KnownProject[]): string {
  if (chosen === "" || known.some(({ path }) => path === chosen)) return chosen;
  return known.find((project) => project.exists)?.path ?? "";
}

/** What is asked about a project, or about none. */
export function requestOf(settings: Settings, project: string): AuditRequest {
  return { clients: [], projects: project === "" ? [] : [project], tokenizer: settings.tokenizer };
}

/** The client chosen, or all that are in use here, or all there are. */
export function clientsOf(audit: Audit | null, chosen: string): ClientAudit[] {
  const all = audit?.clients ?? [];
  const one = all.filter(({ id }) => id === chosen);
  if (one.length > 0) return one;
  const present = all.filter((client) => client.present);
  return present.length > 0 ? present : all;
}

/** Keys of servers that are in use, to connect all of them. */
export function activeKeys(clients: readonly ClientAudit[]): string[] {
  const keys = clients
    .flatMap((client) => client.servers)
    .filter(({ shadowed, state }) => !shadowed && state !== "off" && state !== "needsApproval")
    .flatMap(({ key }) => (key === null ? [] : [key]));
  return [...new Set(keys)];
}

/** The problems of these clients, and those of no client. */
export function problemsOf(audit: Audit | null, clients: readonly ClientAudit[]): Problem[] {
  return (audit?.problems ?? []).filter(
    (problem) => problem.client === null || clients.some(({ id }) => id === problem.client),
  );
}
