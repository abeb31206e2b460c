/** A key asks at once and renders what shows it, nothing of the frame; a look elsewhere loses nothing. */
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Tooltip } from "radix-ui";
import { Profiler, useEffect, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Audit } from "../wire/generated";
import type { Host } from "../wire/host";
import { HostContext } from "../wire/HostContext";
import { recordedHost } from "../wire/recorded";
import { Notices } from "../parts/Notices";
import { SearchView } from "./SearchView";
import { ScopeBar } from "./ScopeBar";
import { TaskPane } from "./TaskPane";
import { useLab } from "./useLab";

const PROJECTS = ["/home/ada/code/shop"];
const frame = vi.fn();
const commits = vi.fn();
vi.mock("./ScopeBar", { spy: true });
vi.mock("./TaskPane", { spy: true });

function Frame({ host }: { host: Host }) {
  frame();
  const [audit, setAudit] = useState<Audit | null>(null);
  const [here, setHere] = useState(true);
  useEffect(() => void host.audit({ clients: [], projects: PROJECTS, tokenizer: null }).then(setAudit), [host]);
  const clients = audit?.clients ?? [];
  const lab = useLab(host, { active: here, audit, clients, projects: PROJECTS, plan: null });
  return (
    <>
      <button type="button" onClick={() => setHere(!here)}>
        Elsewhere
      </button>
      {audit !== null && here && (
        <SearchView
          lab={lab}
          audit={audit}
          clients={clients}
          projects={PROJECTS}
          inspector={false}
          onInspector={() => undefined}
          onServer={() => undefined}
          onConnect={() => undefined}
          additions={{ stage: () => undefined, drop: () => undefined }}
          keys={{ addTask: "A", runTasks: "R" }}
        />
      )}
    </>
  );
}

async function show(changes: Partial<Host> = {}) {
  const host = { ...recordedHost(), ...changes };
  render(
    <HostContext value={host}>
      <Tooltip.Provider>
        <Notices>
          <Profiler id="lab" onRender={commits}>
            <Frame host={host} />
          </Profiler>
        </Notices>
      </Tooltip.Provider>
    </HostContext>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Query"), "create");
  await screen.findByRole("grid", { name: /Found by/ });
  return user;
}

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

it("renders the field and, once answered, the results: not the frame, the scope or the task sets", async () => {
  const recorded = recordedHost();
  let answered = () => Promise.resolve();
  const search: Host["search"] = async (request) => {
    await answered();
    return recorded.search(request);
  };
  const user = await show({ search });
  let answer: () => void = () => undefined;
  answered = () => new Promise((resolve) => (answer = resolve));
  for (const once of [frame, ScopeBar, TaskPane]) expect(once).toHaveBeenCalled();
  vi.clearAllMocks();
  await user.keyboard("d");
  expect(screen.getByLabelText<HTMLInputElement>("Query").value).toBe("created");
  expect(screen.getByRole("tabpanel", { busy: true, name: "Claude Code" })).toBeDefined();
  expect(commits).toHaveBeenCalledTimes(1);
  await act(async () => {
    answer();
    await Promise.resolve();
  });
  expect(screen.getByRole("tabpanel", { busy: false, name: "Claude Code" })).toBeDefined();
  expect(commits).toHaveBeenCalledTimes(2);
  for (const still of [frame, ScopeBar, TaskPane]) expect(still).not.toHaveBeenCalled();
});

it("has the query and what it found when the user comes back", async () => {
  const user = await show();
  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  await user.click(elsewhere);
  expect(screen.queryByLabelText("Query")).toBeNull();
  await user.click(elsewhere);
  expect(screen.getByLabelText<HTMLInputElement>("Query").value).toBe("create");
  const grid = screen.getByRole("grid", { name: /Found by/ });
  expect(within(grid).getAllByRole("row").length).toBeGreaterThan(1);
});

it("has the tools prepared before the first key", async () => {
  const asked = vi.fn();
  const recorded = recordedHost();
  const search: Host["search"] = (request) => {
    asked(request.queries.map(({ query }) => query));
    return recorded.search(request);
  };
  await show({ search });
  expect(asked.mock.calls[0]).toEqual([[]]);
  expect(asked).toHaveBeenLastCalledWith(["create"]);
});
