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

export function useSettings(host: Host): SettingsState {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    host.settings().then(setSettings, (error: unknown) => setProblem(asProblem(error)));
  }, [host]);
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
