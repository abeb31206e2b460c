/** What is searched: a client's own catalogue or everything, one server, tried servers, changes. */
import type { ClientAudit } from "../wire/generated";
import { clientName } from "../lib/clients";
import { plural } from "../lib/format";
import { ALL_SERVERS, EVERYTHING, serversOf } from "../lib/lab";
import { visible } from "../lib/visible";
import { Check } from "../parts/Check";
import { Choice } from "../parts/Choice";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  clients: readonly ClientAudit[];
};

export function ScopeBar({ lab, clients }: Props) {
  const { scope } = lab;
  const tried = lab.candidates.tried.filter(({ candidate }) => candidate.listed);
  const ids = [...new Set(clients.map(({ id }) => id))];
  const catalogues = [
    ...ids.map((id) => ({ value: id, label: `What ${clientName(id)} searches` })),
    { value: EVERYTHING, label: "Every tool known" },
  ];
  const names = [
    ...serversOf(clients, scope.client),
    ...tried.filter(({ included }) => included).map(({ candidate }) => candidate.name),
  ];
  const servers = [
    { value: ALL_SERVERS, label: "All servers" },
    ...[...new Set(names)].map((name) => ({ value: name, label: visible(name) })),
  ];
  return (
    <div className="lab-scope">
      <Choice
        label="Catalogue"
        value={scope.client}
        options={catalogues}
        onChange={(client) => lab.setScope({ client, server: ALL_SERVERS })}
      />
      <Choice label="Server" value={scope.server} options={servers} onChange={(server) => lab.setScope({ server })} />
      {tried.map(({ candidate, included }) => (
        <Check
          key={candidate.key}
          checked={included}
          onChange={(on) => lab.candidates.include(candidate.key, on)}
        >
          + {visible(candidate.name)}, {plural(candidate.tools.length, "tool")}
        </Check>
      ))}
      {lab.plan !== null && (
        <Check checked={lab.withPlan} onChange={lab.setWithPlan}>
          With staged changes
        </Check>
      )}
      {lab.drafts.length > 0 && (
        <span>
          {plural(lab.drafts.length, "draft")} in use{" "}
          <button type="button" className="link" onClick={lab.dropDrafts}>
            Discard drafts
          </button>
        </span>
      )}
      <span className="lab-space" />
      <button type="button" className="button" onClick={() => lab.setTab("candidates")}>
        Try a server…
      </button>
    </div>
  );
}
