/** Logging in to one server at a time, in the user's browser. */
import { useCallback, useState } from "react";
import type { Host } from "../wire/host";
import { asProblem } from "../wire/host";
import { useNotify } from "../parts/Notices";

export type LoginState = {
  /** Key of the server whose login waits for the browser; null: none. */
  key: string | null;
  /** The page to log in on; null: not known yet. */
  address: string | null;
  start: (key: string) => void;
  cancel: () => void;
};

/** `onDone` is called with the key when its token is kept. */
export function useLogin(host: Host, onDone: (key: string) => void): LoginState {
  const notify = useNotify();
  const [key, setKey] = useState<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const start = (wanted: string) => {
    if (key !== null) return;
    setKey(wanted);
    setAddress(null);
    host
      .login(wanted, setAddress)
      .then(
        () => onDone(wanted),
        (error: unknown) => {
          // Who cancels knows it.
          if (asProblem(error).code !== "server-cancelled") notify.failed(error);
        },
      )
      .finally(() => setKey(null));
  };
  const cancel = useCallback(() => {
    if (key !== null) host.cancelConnect(key).catch(notify.failed);
  }, [host, key, notify]);
  return { key, address, start, cancel };
}
