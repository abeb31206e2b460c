/** Connecting, trying again and logging in, as the views may ask for it. */
import { useMemo } from "react";
import type { ServerActs } from "../lib/acts";
import { onItsWay } from "../lib/acts";
import type { Host } from "../wire/host";
import { useNotify } from "../parts/Notices";
import type { ConnectState } from "./useConnect";
import { useLogin } from "./useLogin";

/** `onAsk` shows the consent sheet for these keys. */
export function useServerActs(
  host: Host,
  connect: ConnectState,
  projects: string[],
  onAsk: (keys: string[]) => void,
): ServerActs {
  const notify = useNotify();
  const retry = (key: string) => {
    const request = { keys: [key], clients: [], projects, remember: false, timeoutMs: null };
    host.consents(request).then((asks) => {
      const allowed = asks.length > 0 && asks.every((ask) => ask.remembered);
      if (allowed) connect.start([key], projects, false);
      else onAsk([key]);
    }, notify.failed);
  };
  const login = useLogin(host, (key) => {
    notify.say("Logged in.");
    retry(key);
  });
  const { events, running } = connect;
  const connecting = useMemo(
    () => new Map(running ? events.filter(({ phase }) => onItsWay(phase)).map(({ key, phase }) => [key, phase]) : []),
    [events, running],
  );
  return {
    connecting,
    loggingIn: login.now,
    connect: onAsk,
    retry,
    stop: (key) => connect.cancel(key),
    login: login.start,
    cancelLogin: login.cancel,
  };
}
