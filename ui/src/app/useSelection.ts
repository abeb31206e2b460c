/** The selected row, and copying it. */
import { useState } from "react";
import type { ClientAudit } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { serverRows } from "../lib/catalogue";
import { useNotify } from "../parts/Notices";

export function useSelection(clients: readonly ClientAudit[]) {
  const host = useHost();
  const notify = useNotify();
  const [selected, setSelected] = useState<string | null>(null);
  const copy = (json: boolean) => {
    const rows = serverRows(clients);
    const row = rows.find(({ id }) => id === selected) ??
      rows.flatMap(({ tools }) => tools).find(({ id }) => id === selected);
    if (row === undefined) return;
    const entries = row.kind === "server" ? row.entries.map(({ entry }) => entry) : row;
    host
      .copy(json ? JSON.stringify(entries, null, 2) : row.name)
      .then(() => notify.say("Copied."), notify.failed);
  };
  return {
    selected,
    select: setSelected,
    copyName: () => copy(false),
    copyJson: () => copy(true),
  };
}
