/** The Search lab on recorded answers, for tests. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Tooltip } from "radix-ui";
import { useEffect, useState } from "react";
import { Notices } from "../src/parts/Notices";
import type { Additions } from "../src/search/AddCandidate";
import { SearchView } from "../src/search/SearchView";
import { useLab } from "../src/search/useLab";
import type { Audit } from "../src/wire/generated";
import type { Host } from "../src/wire/host";
import { HostContext } from "../src/wire/HostContext";
import { recordedHost, type Scenario } from "../src/wire/recorded";

type Seams = { host: Host; additions: Additions };

const PROJECTS = ["/home/ada/code/shop"];
const NO_ADDITIONS: Additions = { stage: () => undefined, drop: () => undefined };
const KEYS = { addTask: "A", runTasks: "R" };

function Lab({ host, additions }: Seams) {
  const [audit, setAudit] = useState<Audit | null>(null);
  useEffect(() => void host.audit({ clients: [], projects: PROJECTS, tokenizer: null }).then(setAudit), [host]);
  const clients = audit?.clients ?? [];
  const lab = useLab(host, { active: true, audit, clients, projects: PROJECTS, plan: null });
  return audit === null ? null : (
    <SearchView
      lab={lab}
      audit={audit}
      clients={clients}
      projects={PROJECTS}
      inspector
      onInspector={() => undefined}
      onServer={() => undefined}
      onConnect={() => undefined}
      additions={additions}
      keys={KEYS}
    />
  );
}

export function showLab(scenario: Scenario = "partial", changes: Partial<Host> = {}, additions: Additions = NO_ADDITIONS) {
  const host = { ...recordedHost(scenario), ...changes };
  render(
    <HostContext value={host}>
      <Tooltip.Provider>
        <Notices>
          <Lab host={host} additions={additions} />
        </Notices>
      </Tooltip.Provider>
    </HostContext>,
  );
  return { host, user: userEvent.setup() };
}

/** Types into the query box. */
export async function query(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.type(await screen.findByLabelText("Query"), text);
}
