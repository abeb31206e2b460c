/** What is looked at: the client and the project chosen, and the newest audit of them. */
import { useMemo } from "react";
import type { Host } from "../wire/host";
import { useStored } from "../lib/stored";
import { clientsOf, NO_CHOICE, projectOf, requestOf } from "./looking";
import type { Opening } from "./opening";
import { useAudit } from "./useAudit";
import { useProjects } from "./useProjects";
import { useSettings } from "./useSettings";

export function useLooking(host: Host, opening: Opening | null) {
  const { settings, change, problem } = useSettings(host, opening?.settings ?? null);
  const known = useProjects(host, opening?.projects ?? null);
  const [client, setClient] = useStored<string>("client", "all");
  const [chosen, setProject] = useStored<string>("project", NO_CHOICE);
  const project = projectOf(chosen, known.projects ?? []);
  const projects = useMemo(() => (project === "" ? [] : [project]), [project]);
  const ready = settings !== null && known.projects !== null;
  const state = useAudit(host, ready ? requestOf(settings, project) : null, opening);
  const { audit } = state;
  const clients = useMemo(() => clientsOf(audit, client), [audit, client]);
  return { settings, change, problem, known, client, setClient, project, setProject, projects, state, clients };
}
