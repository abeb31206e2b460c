/** The numbers at the top: one client's in full, or every client's load side by side. */
import type { ClientAudit } from "../wire/generated";
import type { Base } from "../lib/explain";
import { ClientCards } from "./ClientCards";
import { ClientGauge } from "./ClientGauge";
import { DesktopAccess } from "./DesktopAccess";
import { HeadNumbers } from "./HeadNumbers";

type Props = {
  /** The clients looked at, one or all. */
  clients: readonly ClientAudit[];
  base: Base;
  modelWindow: number | null;
  onClient: (id: string) => void;
  onAccess: (access: string) => void;
};

export function Summary({ clients, base, modelWindow, onClient, onAccess }: Props) {
  const [only] = clients;
  if (only === undefined || clients.length > 1) {
    return <ClientCards clients={clients} base={base} onClient={onClient} />;
  }
  return (
    <>
      <div className="summary">
        <ClientGauge client={only} />
        <HeadNumbers client={only} base={base} modelWindow={modelWindow} />
      </div>
      {only.id === "claude-desktop" && <DesktopAccess access={base.access} onAccess={onAccess} />}
      {only.caveat !== null && <p className="caption caveat selectable">{only.caveat}</p>}
    </>
  );
}
