/** Connecting: who is where, and how to stop it. Started only after consent. */
import { useCallback, useRef, useState } from "react";
import type { ConnectEvent, ConnectSummary } from "../wire/generated";
import type { Host } from "../wire/host";
import { useNotify } from "../parts/Notices";

export type ConnectState = {
  /** The newest event of each server, in the order they were asked for. */
  events: readonly ConnectEvent[];
  running: boolean;
  /** How the last one ended; null before. */
  summary: ConnectSummary | null;
  start: (keys: string[], projects: string[], remember: boolean) => void;
  /** Cancels one server, or all. */
  cancel: (key?: string) => void;
  dismiss: () => void;
};

/** Results that come within this time are read together, ms. */
const GATHER_MS = 300;

/** `onResult` is called when a server's tools are known or it failed, and at the end. */
export function useConnect(host: Host, onResult: () => void): ConnectState {
  const notify = useNotify();
  const [events, setEvents] = useState<readonly ConnectEvent[]>([]);
  const [running, setRunning] = useState(false);
  const [summary, setSummary] = useState<ConnectSummary | null>(null);
  const busy = useRef(false);
  const waiting = useRef<number | undefined>(undefined);

  const start = useCallback(
    (keys: string[], projects: string[], remember: boolean) => {
      if (busy.current || keys.length === 0) return;
      busy.current = true;
      setRunning(true);
      setSummary(null);
      setEvents([]);
      const onEvent = (event: ConnectEvent) => {
        setEvents((before) => {
          const at = before.findIndex(({ key }) => key === event.key);
          return at < 0 ? [...before, event] : before.map((one, index) => (index === at ? event : one));
        });
        if (event.phase !== "listed" && event.phase !== "failed") return;
        waiting.current ??= window.setTimeout(() => {
          waiting.current = undefined;
          onResult();
        }, GATHER_MS);
      };
      host
        .connect({ keys, clients: [], projects, remember, timeoutMs: null }, onEvent)
        .then(setSummary, notify.failed)
        .finally(() => {
          busy.current = false;
          window.clearTimeout(waiting.current);
          waiting.current = undefined;
          setRunning(false);
          onResult();
        });
    },
    [host, notify, onResult],
  );
  const cancel = useCallback(
    (key?: string) => {
      host.cancelConnect(key).catch(notify.failed);
    },
    [host, notify],
  );
  const dismiss = useCallback(() => {
    setEvents([]);
    setSummary(null);
  }, []);
  return { events, running, summary, start, cancel, dismiss };
}
