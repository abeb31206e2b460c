/** What the Search lab shows where there is nothing, not yet, or not any more. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { query, showLab } from "../../test/lab";
import type { Host } from "../wire/host";
import { recordedHost } from "../wire/recorded";

beforeEach(() => localStorage.clear());

it("says that the tools are read until the first answer is there", async () => {
  const { user } = showLab("partial", { search: () => new Promise(() => undefined) });
  await query(user, "create");
  expect(await screen.findByText("Reading the tools…")).toBeDefined();
});

it("does not go on reading when the first search fails", async () => {
  const problem = { code: "x", level: "error", message: "The index is gone.", hint: null, file: null };
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a Problem, as the engine rejects
  const { user } = showLab("partial", { search: () => Promise.reject(problem) });
  await query(user, "create");
  expect(await screen.findByText("The index is gone.")).toBeDefined();
  expect(screen.queryByText("Reading the tools…")).toBeNull();
});

it("says why a query finds nothing, once per reason where engines are side by side", async () => {
  const { user } = showLab();
  await query(user, "qqqq");
  await screen.findByText("This search finds nothing: the model would not get any tool.");
  expect(screen.getByText(/^No word of it occurs in any name/)).toBeDefined();
  await user.click(screen.getByRole("tab", { name: "Side by side" }));
  await screen.findByText("No engine finds a tool for this query.");
  expect(screen.getByText(/^Nothing in Claude Code, API regex, API BM25, Cursor, Names:/)).toBeDefined();
});

it("says that the query does not find the tool looked at", async () => {
  const { user } = showLab();
  await query(user, "commit");
  const grid = await screen.findByRole("grid", { name: /Found by/ });
  grid.focus();
  await user.keyboard("{Home}");
  const tool = await screen.findByRole("article", { name: "Tool git_commit" });
  await user.clear(screen.getByLabelText("Query"));
  await query(user, "branch");
  expect(await within(tool).findByText(/^This query does not find it: not among the first 5 results of Claude Code\./)).toBeDefined();
});

it("shows ties and what is behind the cut, and more of it when asked", async () => {
  const { user } = showLab();
  await query(user, "crawler");
  const grid = await screen.findByRole("grid", { name: /Found by/ });
  expect(within(grid).getByText("1 =")).toBeDefined();
  expect(screen.getByText(/of them with the same score as the last|more with the same score as the last/)).toBeDefined();
  const before = within(grid).getAllByRole("row").length;
  await user.click(screen.getByRole("button", { name: /^Show \d+ more$/ }));
  expect(within(await screen.findByRole("grid", { name: /Found by/ })).getAllByRole("row").length).toBeGreaterThan(before);
});

it("has nothing to check where no tools are known, and takes filters back that leave nothing", async () => {
  const lint: Host["lint"] = () => Promise.resolve({ schema: "plimsoll.lint/1", tokenizer: "o200k_base", servers: 0, tools: 0, findings: [], problems: [] });
  const { user } = showLab("partial", { lint });
  await user.click(await screen.findByRole("tab", { name: "Findability" }));
  expect(await screen.findByText("No tools are known here yet, so there is nothing to check.")).toBeDefined();
});

it("takes back filters that leave no finding", async () => {
  const { user } = showLab();
  await user.click(await screen.findByRole("tab", { name: "Findability" }));
  await user.type(await screen.findByLabelText("Find in findings"), "qqqq");
  await user.click(await screen.findByRole("button", { name: "Show all findings" }));
  expect(screen.queryByText("No finding matches.")).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Find in findings").value).toBe("");
});

it("says that a candidate offers nothing", async () => {
  const recorded = recordedHost();
  const tryCandidate: Host["tryCandidate"] = async (request, onEvent) => {
    const found = await recorded.tryCandidate(request, onEvent);
    return { ...found, candidates: found.candidates.map((one) => ({ ...one, tools: [] })) };
  };
  const { user } = showLab("partial", { tryCandidate });
  await user.click(await screen.findByRole("tab", { name: "Candidates" }));
  await user.click(screen.getByRole("button", { name: "Choose a file…" }));
  expect(await screen.findByText("It offers no tools.")).toBeDefined();
});
