/** Project folders that clients know or the user added. */
import { useCallback, useEffect, useState } from "react";
import type { KnownProject } from "../wire/generated";
import type { Host } from "../wire/host";
import { useNotify } from "../parts/Notices";

export type ProjectsState = {
  /** Null until read. */
  projects: KnownProject[] | null;
  /** Lets the user choose a folder; answers it, or null. */
  add: () => Promise<string | null>;
  remove: (path: string) => void;
  reload: () => void;
};

/** `first`: read already. */
export function useProjects(host: Host, first: KnownProject[] | null): ProjectsState {
  const notify = useNotify();
  const [projects, setProjects] = useState(first);
  const reload = useCallback(() => {
    host.projects().then(setProjects, (error: unknown) => {
      setProjects([]);
      notify.failed(error);
    });
  }, [host, notify]);
  useEffect(() => {
    if (first === null) reload();
  }, [first, reload]);
  const add = useCallback(async () => {
    try {
      const path = await host.pickFolder();
      if (path !== null) setProjects(await host.addProject(path));
      return path;
    } catch (error) {
      notify.failed(error);
      return null;
    }
  }, [host, notify]);
  const remove = useCallback(
    (path: string) => {
      host.removeProject(path).then(setProjects, notify.failed);
    },
    [host, notify],
  );
  return { projects, add, remove, reload };
}
