/** The Search lab on recorded answers, by role and name. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { query, showLab as show } from "../../test/lab";
import type { Host } from "../wire/host";
import { recordedHost } from "../wire/recorded";

beforeEach(() => localStorage.clear());

it("finds as the user types, marks why, and says what is loaded anyway", async () => {
  const { user } = show();
  await query(user, "create issue");
  const grid = await screen.findByRole("grid", { name: /Found by Claude Code/ });
  const [, first] = await within(grid).findAllByRole("row");
  expect(first?.textContent).toContain("create_issue");
  expect([...(first?.querySelectorAll("mark") ?? [])].map((mark) => mark.textContent)).toEqual(["create", "issue"]);
  expect(screen.getByText(/63 tools in context from the start/)).toBeDefined();
  expect(screen.getByText(/≥ 67 tools/)).toBeDefined();
  expect(screen.getByText("Its own tools are missing here")).toBeDefined();
});

it("names what to search instead of words that find nothing", async () => {
  const { user } = show();
  await query(user, "branxx");
  await screen.findByText("This search finds nothing: the model would not get any tool.");
  await user.click(screen.getByRole("button", { name: "branch instead of branxx" }));
  expect(await screen.findByRole("grid", { name: /Found by/ })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Query").value).toBe("branch");
});

it("says why an engine refuses a query", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("tab", { name: "API regex" }));
  await query(user, "create(");
  expect(await screen.findByText("invalid_pattern")).toBeDefined();
});

it("starts a candidate only after its command was allowed, and carries it into Loading", async () => {
  const recorded = recordedHost();
  const tryCandidate = vi.fn<Host["tryCandidate"]>((request, onEvent) => recorded.tryCandidate(request, onEvent));
  const additions = { stage: vi.fn(), drop: vi.fn() };
  const { user } = show("partial", { tryCandidate }, additions);
  await user.click(await screen.findByRole("tab", { name: "Candidates" }));
  await user.type(screen.getByLabelText(/A configuration, a command line/), "npx -y helpdesk-mcp");
  await user.click(screen.getByRole("button", { name: "Look at it" }));
  expect(await screen.findByText("npx -y helpdesk-mcp@1.8.0 --token •••")).toBeDefined();
  const start = screen.getByRole<HTMLButtonElement>("button", { name: "Start it and list its tools" });
  expect(start.disabled).toBe(true);
  expect(tryCandidate.mock.calls.map(([{ allowed }]) => allowed)).toEqual([false]);
  await user.click(screen.getByRole("checkbox", { name: /helpdesk/ }));
  await user.click(start);
  const tools = await screen.findByRole("grid", { name: /Tools of helpdesk/ });
  expect(tryCandidate.mock.calls[1]?.[0]).toMatchObject({ allowed: true, env: ["HELPDESK_TOKEN"] });
  expect(within(tools).getByText("open_ticket")).toBeDefined();
  await user.selectOptions(screen.getByLabelText("Add to"), "cursor:project");
  await user.click(screen.getByRole("button", { name: "Add in Loading" }));
  expect(additions.stage).toHaveBeenCalledWith({ list: "add", text: "cand-helpdesk=cursor:project/helpdesk", from: null });
  await user.click(screen.getByRole("button", { name: "Forget" }));
  expect(additions.drop).toHaveBeenCalledWith("cand-helpdesk");
});

it("is usable again at once when a start is cancelled", async () => {
  const recorded = recordedHost();
  const cancelConnect = vi.fn(() => Promise.resolve());
  const tryCandidate: Host["tryCandidate"] = (request, onEvent) => {
    if (!request.allowed) return recorded.tryCandidate(request, onEvent);
    onEvent({ key: "cand-helpdesk", name: "helpdesk", phase: "listing", ms: 9, tools: 40, problem: null });
    return new Promise(() => undefined);
  };
  const { user } = show("partial", { tryCandidate, cancelConnect });
  await user.click(await screen.findByRole("tab", { name: "Candidates" }));
  await user.type(screen.getByLabelText(/A configuration, a command line/), "npx x{Control>}{Enter}{/Control}");
  await user.click(await screen.findByRole("checkbox", { name: /helpdesk/ }));
  await user.click(screen.getByRole("button", { name: "Start it and list its tools" }));
  expect(await screen.findByText("Listing its tools, 40 tools so far")).toBeDefined();
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(cancelConnect).toHaveBeenCalledWith("cand-helpdesk");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start it and list its tools" }).disabled).toBe(false);
});

it("shows a catalogue as an audience sees it, without starting anything", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("tab", { name: "Candidates" }));
  await user.click(screen.getByRole("button", { name: "Choose a file…" }));
  const card = await screen.findByRole("region", { name: "Candidate parcels" });
  expect(within(card).getByText(/nothing was started · 3 tools/)).toBeDefined();
  await user.selectOptions(within(card).getByLabelText("As seen by"), "end-user");
  expect(await within(card).findByText(/nothing was started · 1 tool$/)).toBeDefined();
});

it("moves places and weight while an author edits a tool", async () => {
  const { user } = show();
  await query(user, "commit");
  const grid = await screen.findByRole("grid", { name: /Found by/ });
  grid.focus();
  await user.keyboard("{Home}");
  const tool = await screen.findByRole("article", { name: "Tool git_commit" });
  const name = await within(tool).findByLabelText("Name");
  await user.clear(name);
  await user.type(name, "git_save_all_changes_for_ever");
  const row = await within(tool).findByRole("row", { name: /Claude Code 1 → 1|Claude Code 1 → –/ });
  expect(row.textContent).toMatch(/328 → 3\d\d/);
  expect(screen.getByText(/1 draft in use/)).toBeDefined();
  await user.click(within(tool).getByRole("button", { name: "Back to the server’s own words" }));
  expect(screen.queryByText(/1 draft in use/)).toBeNull();
});

it("shows findings with what was measured, and saves them as Markdown", async () => {
  const saveText = vi.fn((name: string, text: string) => Promise.resolve(text === "" ? null : `/tmp/${name}`));
  const { user } = show("partial", { saveText });
  await user.click(await screen.findByRole("tab", { name: "Findability" }));
  await user.click(await screen.findByRole("button", { name: "Export Markdown…" }));
  const [[name, text] = ["", ""]] = saveText.mock.calls;
  expect(name).toBe("findability.md");
  expect(text).toContain("Measured: A client cannot ask before it runs.");
});

it("keeps what was found when a search fails, with details to copy", async () => {
  const recorded = recordedHost();
  let fails = false;
  const problem = { code: "x", level: "error", message: "The index is gone.", hint: null, file: null };
  const search: Host["search"] = (request) =>
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a Problem, as the engine rejects
    fails ? Promise.reject(problem) : recorded.search(request);
  const { user } = show("partial", { search });
  await query(user, "create");
  const grid = await screen.findByRole("grid", { name: /Found by/ });
  fails = true;
  await user.type(screen.getByLabelText("Query"), "s");
  expect(await screen.findByText("The index is gone.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Copy details" })).toBeDefined();
  expect(grid.isConnected).toBe(true);
});

it("imports a task set, refuses a line that is none, and exports what it has", async () => {
  const saveText = vi.fn((name: string) => Promise.resolve(`/tmp/${name}`));
  const readChosen = vi.fn(() => Promise.resolve('{"id":"q1","query":"x","expected":[]}\nno task\n'));
  const { user, host } = show("partial", { saveText });
  await user.click(await screen.findByRole("button", { name: "Import…" }));
  expect(await screen.findByText("Imported 1 task as “screens”.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Export…" }));
  expect(await screen.findByText("Saved /tmp/screens.jsonl")).toBeDefined();
  Object.assign(host, { readChosen });
  await user.click(screen.getByRole("button", { name: "Import…" }));
  expect(await screen.findByText(/Line 2 is no task\./)).toBeDefined();
});
