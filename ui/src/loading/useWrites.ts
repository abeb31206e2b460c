/** Every write, newest first; null until read. */
import { useEffect, useState } from "react";
import type { ChangeSetLine } from "../wire/generated";
import type { Host } from "../wire/host";
import { useNotify } from "../parts/Notices";

/** `turn` changes when something was written or taken back. */
export function useWrites(host: Host, turn: number): ChangeSetLine[] | null {
  const notify = useNotify();
  const [writes, setWrites] = useState<ChangeSetLine[] | null>(null);
  useEffect(() => {
    host.writes().then(setWrites, (error: unknown) => {
      setWrites([]);
      notify.failed(error);
    });
  }, [host, notify, turn]);
  return writes;
}
