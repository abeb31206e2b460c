/** The page on recorded answers, by role and name. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { Host } from "../wire/host";
import { HostContext } from "../wire/HostContext";
import { recordedHost, type Scenario } from "../wire/recorded";
import { App } from "./App";

beforeEach(() => localStorage.setItem("plimsoll.begun", "true"));

function show(scenario: Scenario = "partial", changes: Partial<Host> = {}) {
  const host = { ...recordedHost(scenario), ...changes };
  render(
    <HostContext value={host}>
      <App />
    </HostContext>,
  );
  return { host, user: userEvent.setup() };
}

it("shows files and starts nothing before the user asks", async () => {
  localStorage.clear();
  const connect = vi.fn();
  const { user } = show("unconnected", { connect });
  expect(await screen.findByText("~/.claude.json")).toBeDefined();
  expect(screen.queryByRole("treegrid")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Read configurations" }));
  expect(await screen.findByRole("treegrid")).toBeDefined();
  expect(connect).not.toHaveBeenCalled();
});

it("says that totals are a lower bound while a server is silent", async () => {
  const { user } = show();
  await screen.findByRole("treegrid");
  await user.selectOptions(screen.getByLabelText("Client"), "Claude Code");
  expect(await screen.findByText("≥ 31,749")).toBeDefined();
  expect(screen.getByText("Totals are a lower bound.")).toBeDefined();
});

it("shows each client's load and never their sum", async () => {
  show();
  const cards = await screen.findByRole("list", { name: "Load per client" });
  expect(within(cards).getAllByRole("listitem")).toHaveLength(3);
  expect(within(cards).getByText("≥ 31,749")).toBeDefined();
  expect(screen.queryByText("Standing, before the first message")).toBeNull();
});

it("filters by words and by loading, and clears with Escape", async () => {
  const { user } = show();
  const grid = await screen.findByRole("treegrid");
  await user.type(screen.getByRole("searchbox", { name: /Filter/ }), "git_log");
  expect(within(grid).getByRole("row", { name: /git_log/ })).toBeDefined();
  expect(within(grid).queryByRole("row", { name: /wiki/ })).toBeNull();
  await user.keyboard("{Escape}");
  expect(within(grid).getByRole("row", { name: /wiki/ })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "When needed", pressed: false }));
  expect(within(grid).queryByRole("row", { name: /^wiki/ })).toBeNull();
});

it("opens a tool's deciding file at its line", async () => {
  const openAt = vi.fn(() => Promise.resolve());
  const { user } = show("partial", { openAt });
  const grid = await screen.findByRole("treegrid");
  grid.focus();
  await user.keyboard("{Home}{ArrowRight}{ArrowDown}");
  const tool = await screen.findByRole("article", { name: "Tool API-delete_block" });
  await user.click(within(tool).getByRole("button", { name: "~/.claude.json:18" }));
  expect(openAt).toHaveBeenCalledWith("/home/ada/.claude.json", 18);
});

it("connects only what was allowed", async () => {
  const connect = vi.fn(() => Promise.resolve({ listed: 1, failed: 0, cancelled: 0 }));
  const { user } = show("unconnected", { connect });
  await screen.findByRole("treegrid");
  await user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
  const sheet = await screen.findByRole("dialog", { name: "Connect to servers" });
  expect(await within(sheet).findByText("npx -y crawler-mcp@2.4.1")).toBeDefined();
  for (const box of within(sheet).getAllByRole("checkbox")) {
    if (!/wiki/.test(box.closest("li, label")?.textContent ?? "")) await user.click(box);
  }
  await user.click(within(sheet).getByRole("button", { name: "Connect 1 server" }));
  expect(connect).toHaveBeenCalledTimes(1);
  const [[request]] = connect.mock.calls as unknown as [[{ keys: string[]; remember: boolean }]];
  expect(request.keys).toHaveLength(1);
  expect(request.remember).toBe(false);
});

it("keeps what is on screen when reading again fails", async () => {
  const good = recordedHost();
  let fails = false;
  const problem = { code: "x", level: "error", message: "The disk is gone.", hint: null };
  const audit: Host["audit"] = async (request) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a Problem, as the engine rejects
    if (fails) throw problem;
    return good.audit(request);
  };
  const { user } = show("partial", { audit });
  await screen.findByRole("treegrid");
  fails = true;
  await user.click(screen.getByRole("button", { name: "Read again" }));
  expect(await screen.findByText(/The disk is gone\. .*Shown: from/)).toBeDefined();
  expect(screen.getByRole("treegrid")).toBeDefined();
});

it("does not go on reading when the first reading fails", async () => {
  show("broken");
  expect(await screen.findByText(/Nothing could be read, so there is nothing to show/)).toBeDefined();
  expect(screen.getByRole("main").getAttribute("aria-busy")).toBe("false");
});

it("connects a server that its client has not approved from its row, and never with all", async () => {
  const { user } = show("unconnected");
  const grid = await screen.findByRole("treegrid");
  await user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
  const all = await screen.findByRole("dialog", { name: "Connect to servers" });
  await within(all).findByText("npx -y crawler-mcp@2.4.1");
  expect(within(all).queryByText(/deploy-mcp/)).toBeNull();
  await user.click(within(all).getByRole("button", { name: "Cancel" }));
  const row = within(grid).getByRole("row", { name: /^deploy/ });
  expect(within(row).getByText("Needs approval")).toBeDefined();
  await user.click(within(row).getByRole("button", { name: "Connect anyway…" }));
  const one = await screen.findByRole("dialog", { name: "Connect to servers" });
  expect(await within(one).findByText(/deploy-mcp/)).toBeDefined();
});

it("takes back a filter that nothing matches", async () => {
  const { user } = show();
  await screen.findByRole("treegrid");
  await user.type(screen.getByRole("searchbox", { name: /Filter/ }), "qqqq");
  await user.click(await screen.findByRole("button", { name: "Clear filter" }));
  expect(await screen.findByRole("treegrid")).toBeDefined();
});

it("says why there is nothing, and where it looked", async () => {
  show("empty");
  expect(await screen.findByText(/^No servers in/)).toBeDefined();
  expect(screen.getByText(/~\/\.cursor\/mcp\.json/)).toBeDefined();
});
