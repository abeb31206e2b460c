/** What a view can ask to be done with servers; the frame does it. */
import type { ConnectPhase } from "../wire/generated";

export type LoginOnItsWay = {
  /** Key of the server. */
  key: string;
  /** Where the browser goes; null: not known yet. */
  address: string | null;
};

export type ServerActs = {
  /** Servers on their way now, by key. */
  connecting: ReadonlyMap<string, ConnectPhase>;
  /** The login that waits for the user's browser; null: none. */
  loggingIn: LoginOnItsWay | null;
  /** Shows what would start, and connects what the user allows. */
  connect: (keys: string[]) => void;
  /** Connects one server again: at once when its exact command is allowed already. */
  retry: (key: string) => void;
  stop: (key: string) => void;
  login: (key: string) => void;
  cancelLogin: () => void;
};

/** Phases as words. */
export const PHASE_WORD: Readonly<Record<ConnectPhase, string>> = {
  queued: "waits",
  starting: "starting",
  listing: "listing tools",
  listed: "listed",
  failed: "failed",
  cancelled: "cancelled",
};

/** Whether a server is still on its way. */
export function onItsWay(phase: ConnectPhase): boolean {
  return phase === "queued" || phase === "starting" || phase === "listing";
}
