/** Plimsoll's settings: read once, changed here, kept by the host. */
import { useCallback, useEffect, useState } from "react";
import type { Problem, Settings } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";

export type SettingsState = {
  /** Null until read. */
  settings: Settings | null;
  problem: Problem | null;
  change: (part: Partial<Settings>) => Promise<void>;
};

/** `first`: read already. */
export function useSettings(host: Host, first: Settings | null): SettingsState {
  const [settings, setSettings] = useState(first);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (first !== null) return;
    host.settings().then(setSettings, (error: unknown) => setProblem(asProblem(error)));
  }, [host, first]);
  const change = useCallback(
    async (part: Partial<Settings>) => {
      if (settings === null) return;
      const next = { ...settings, ...part };
      setSettings(await host.setSettings(next));
    },
    [host, settings],
  );
  return { settings, problem, change };
}
