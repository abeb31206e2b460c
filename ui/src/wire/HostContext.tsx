/** Hands the host to the page; the only way views reach it. */
import { createContext, useContext } from "react";
import type { Host } from "./host";

export const HostContext = createContext<Host | null>(null);

/** The host of this page. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === null) {
    throw new Error("no host: wrap the page in HostContext");
  }
  return host;
}
