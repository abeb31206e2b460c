/** Closing the recorded page: a browser asks in its own words first, then the page does. */
import type { Host } from "./host";

export function recordedWindow(): Pick<Host, "holdClose" | "close"> {
  const held = new Set<(event: BeforeUnloadEvent) => void>();
  const release = (hold: (event: BeforeUnloadEvent) => void) => {
    window.removeEventListener("beforeunload", hold);
    held.delete(hold);
  };
  return {
    holdClose: (ask) => {
      const hold = (event: BeforeUnloadEvent) => {
        event.preventDefault();
        ask();
      };
      held.add(hold);
      window.addEventListener("beforeunload", hold);
      return Promise.resolve(() => release(hold));
    },
    close: () => {
      held.forEach(release);
      // No page may close a window that it did not open.
      window.location.replace("about:blank");
      return Promise.resolve();
    },
  };
}
