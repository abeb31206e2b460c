/** Every write, newest first; null until read. */
import { useCallback, useEffect, useState } from "react";
import type { ChangeSetLine } from "../wire/generated";
import type { Host } from "../wire/host";
import { useNotify } from "../parts/Notices";

/** `turn` changes when files were read again, or something was written or taken back. */
export function useWrites(host: Host, turn: string): { writes: ChangeSetLine[] | null; reread: () => void } {
  const notify = useNotify();
  const [writes, setWrites] = useState<ChangeSetLine[] | null>(null);
  const [again, setAgain] = useState(0);
  useEffect(() => {
    host.writes().then(setWrites, (error: unknown) => {
      setWrites([]);
      notify.failed(error);
    });
  }, [host, notify, turn, again]);
  const reread = useCallback(() => setAgain((before) => before + 1), []);
  return { writes, reread };
}
