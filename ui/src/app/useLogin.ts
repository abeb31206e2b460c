/** Logging in to one server at a time, in the user's browser. */
import { useCallback, useState } from "react";
import type { LoginOnItsWay } from "../lib/acts";
import type { Host } from "../wire/host";
import { asProblem } from "../wire/host";
import { useNotify } from "../parts/Notices";

export type LoginState = {
  /** What waits for the browser; null: nothing. */
  now: LoginOnItsWay | null;
  start: (key: string) => void;
  cancel: () => void;
};

/** `onDone` is called with the key when its token is kept. */
export function useLogin(host: Host, onDone: (key: string) => void): LoginState {
  const notify = useNotify();
  const [now, setNow] = useState<LoginOnItsWay | null>(null);
  const start = (wanted: string) => {
    if (now !== null) return;
    setNow({ key: wanted, address: null });
    host
      .login(wanted, (address) => setNow((one) => (one?.key === wanted ? { ...one, address } : one)))
      .then(
        () => onDone(wanted),
        (error: unknown) => {
          // Who cancels knows it.
          if (asProblem(error).code !== "server-cancelled") notify.failed(error);
        },
      )
      .finally(() => setNow(null));
  };
  const cancel = useCallback(() => {
    if (now !== null) host.cancelConnect(now.key).catch(notify.failed);
  }, [host, now, notify]);
  return { now, start, cancel };
}
