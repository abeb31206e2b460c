/** The Server view on recorded answers, where its tools are not known, fail, or match no filter. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Tooltip } from "radix-ui";
import { expect, it, vi } from "vitest";
import type { ServerActs } from "../lib/acts";
import { Notices } from "../parts/Notices";
import type { Host } from "../wire/host";
import { HostContext } from "../wire/HostContext";
import { recordedHost, type Scenario } from "../wire/recorded";
import { ServerView } from "./ServerView";

const PROJECTS = ["/home/ada/code/shop"];

/** Shows the first server of Claude Code with this name. */
async function show(name: string, { scenario = "partial", filter = "", host: changes = {}, acts: part = {} }: Look = {}) {
  const host = { ...recordedHost(scenario), ...changes };
  const audit = await host.audit({ clients: ["claude-code"], projects: PROJECTS, tokenizer: null });
  const server = audit.clients.flatMap(({ servers }) => servers).find((one) => one.name === name)?.key ?? null;
  const acts: ServerActs = {
    connecting: new Map(), loggingIn: null, connect: vi.fn(), retry: vi.fn(), stop: vi.fn(), login: vi.fn(), cancelLogin: vi.fn(), ...part,
  };
  const onClearFilter = vi.fn();
  render(
    <HostContext value={host}>
      <Tooltip.Provider>
        <Notices>
          <ServerView
            base={{ ...audit, access: "unknown" }}
            clients={audit.clients}
            server={server}
            projects={PROJECTS}
            filter={filter}
            acts={acts}
            onServer={vi.fn()}
            onOverview={vi.fn()}
            onClearFilter={onClearFilter}
            onRead={vi.fn()}
          />
        </Notices>
      </Tooltip.Provider>
    </HostContext>,
  );
  return { acts, server, onClearFilter, user: userEvent.setup() };
}

type Look = { scenario?: Scenario; filter?: string; host?: Partial<Host>; acts?: Partial<ServerActs> };

const openTools = async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("tab", { name: /^Tools/ }));

it("says that the client has not approved a server, and connects it by its key", async () => {
  const { user, acts, server } = await show("deploy");
  expect(screen.getByText(/^Claude Code has not approved it yet and does not start it\./)).toBeDefined();
  await openTools(user);
  expect(screen.getByText("Its client has not approved it yet, so its tools are not known.")).toBeDefined();
  await user.click(within(screen.getByRole("tabpanel")).getByRole("button", { name: "Connect anyway…" }));
  expect(acts.connect).toHaveBeenCalledWith([server]);
});

it("says that a server was not connected yet, and offers it", async () => {
  const { user, acts, server } = await show("wiki", { scenario: "unconnected" });
  await openTools(user);
  expect(screen.getByText("It was not connected yet, so its tools are not known.")).toBeDefined();
  await user.click(within(screen.getByRole("tabpanel")).getByRole("button", { name: "Connect…" }));
  expect(acts.connect).toHaveBeenCalledWith([server]);
});

it("says that tools are being listed while the server is on its way", async () => {
  const { user } = await show("wiki", { scenario: "unconnected", acts: { connecting: new Map([["srv-12a435ec8454", "listing"]]) } });
  await openTools(user);
  expect(screen.getByText("Its tools are being listed.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Stop" })).toBeDefined();
});

it("says why a server failed once, above its tabs, with what can be done", async () => {
  const { user } = await show("errors", { scenario: "exited" });
  const strip = await screen.findByRole("alert");
  expect(within(strip).getByText(/The program ended with code 3/)).toBeDefined();
  expect(within(strip).getByRole("button", { name: "Retry" })).toBeDefined();
  await openTools(user);
  expect(screen.getByText("It did not answer, so its tools are not known.")).toBeDefined();
});

it("offers nothing to start where the server is off", async () => {
  await show("memory");
  expect(screen.queryByRole("button", { name: /onnect/ })).toBeNull();
});

it("takes back a filter that no tool matches", async () => {
  const { user, onClearFilter } = await show("git", { filter: "qqqq" });
  expect(screen.getByText("No tool of this server matches the filter.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Clear filter" }));
  expect(onClearFilter).toHaveBeenCalled();
});

it("keeps the tools when the rest of a server cannot be read", async () => {
  const problem = { code: "x", level: "error", message: "The store is busy.", hint: null, file: null };
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a Problem, as the engine rejects
  const { user } = await show("git", { host: { server: () => Promise.reject(problem) } });
  expect(screen.getByRole("grid", { name: "Tools, heaviest first" })).toBeDefined();
  await user.click(screen.getByRole("tab", { name: /^History/ }));
  expect(await screen.findByText("The store is busy.")).toBeDefined();
});
