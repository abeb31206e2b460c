/**
 * What the page needs for its first numbers, asked for before there is a page:
 * the answers are in its first frame instead of a third one.
 */
import type { Audit, AuditRequest, KnownProject, Settings } from "../wire/generated";
import type { Host } from "../wire/host";
import { read } from "../lib/stored";
import { NO_CHOICE, projectOf, requestOf } from "./looking";

export type Opening = { settings: Settings; projects: KnownProject[]; request: AuditRequest; audit: Audit };

export type Opened = {
  /** Null: not in time, or one of the questions has no answer. */
  opening: Opening | null;
  /** The host; an audit that was not in time is given to who asks for it, not made again. */
  host: Host;
};

/** How long the page waits, ms; then it comes without, and asks itself. */
const PATIENCE = 300;

export async function opened(host: Host): Promise<Opened> {
  const asked: { key: string; audit: Promise<Audit> }[] = [];
  const audit = (request: AuditRequest) => {
    const answer = host.audit(request);
    asked.push({ key: JSON.stringify(request), audit: answer });
    return answer;
  };
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const opening = await Promise.race([ask({ ...host, audit }).catch(() => null), late]);
  if (opening !== null) return { opening, host };
  const once = (request: AuditRequest) => {
    const [first] = asked.splice(0);
    return first !== undefined && first.key === JSON.stringify(request) ? first.audit : host.audit(request);
  };
  return { opening, host: { ...host, audit: once } };
}

async function ask(host: Host): Promise<Opening> {
  const [settings, projects] = await Promise.all([host.settings(), host.projects()]);
  const request = requestOf(settings, projectOf(read("project", NO_CHOICE), projects));
  return { settings, projects, request, audit: await host.audit(request) };
}
