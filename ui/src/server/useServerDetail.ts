/** One server in full; read again when the audit is. */
import { useEffect, useState } from "react";
import type { Problem, ServerDetail } from "../wire/generated";
import { asProblem } from "../wire/host";
import { useHost } from "../wire/HostContext";

type Found = { key: string; detail: ServerDetail | null; problem: Problem | null };

/** `when` changes when the server should be read again. */
export function useServerDetail(key: string | null, projects: string[], when: string): Found | null {
  const host = useHost();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (key === null) return;
    let current = true;
    host.server(key, projects).then(
      (detail) => {
        if (current) setFound({ key, detail, problem: null });
      },
      (error: unknown) => {
        if (current) setFound({ key, detail: null, problem: asProblem(error) });
      },
    );
    return () => {
      current = false;
    };
  }, [host, key, projects, when]);
  return found?.key === key ? found : null;
}
