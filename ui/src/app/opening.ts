/**
 * What the page needs for its first numbers, asked for before there is a page:
 * the answers are in its first frame instead of a third one.
 */
import type { Audit, AuditRequest, KnownProject, Settings } from "../wire/generated";
import type { Host } from "../wire/host";
import { read } from "../lib/stored";
import { NO_CHOICE, projectOf, requestOf } from "./looking";

export type Opening = { settings: Settings; projects: KnownProject[]; request: AuditRequest; audit: Audit };

/** How long the page waits for it, ms; then it comes without, and asks itself. */
const PATIENCE = 300;

/** Null: not in time, or one of the questions has no answer. */
export function opening(host: Host): Promise<Opening | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const asked = ask(host).catch(() => null);
  return Promise.race([asked, late]);
}

async function ask(host: Host): Promise<Opening> {
  const [settings, projects] = await Promise.all([host.settings(), host.projects()]);
  const request = requestOf(settings, projectOf(read("project", NO_CHOICE), projects));
  return { settings, projects, request, audit: await host.audit(request) };
}
