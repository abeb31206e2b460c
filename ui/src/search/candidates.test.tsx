/** Files that are dropped, and what a tried server does to the kept tasks. */
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { showLab } from "../../test/lab";
import type { Host } from "../wire/host";
import { recordedHost } from "../wire/recorded";

beforeEach(() => localStorage.clear());

/** The lab with its candidates open, and every request that was made. */
async function candidates() {
  const recorded = recordedHost();
  const tryCandidate = vi.fn<Host["tryCandidate"]>((request, onEvent) => recorded.tryCandidate(request, onEvent));
  const { user } = showLab("partial", { ...recorded, tryCandidate });
  await user.click(await screen.findByRole("tab", { name: "Candidates" }));
  const asked = () => tryCandidate.mock.calls.map(([{ spec, fileName }]) => [spec, fileName]);
  return { user, asked, field: screen.getByLabelText(/A configuration, a command line/) };
}

const TEXT = '{"tools": []}';

function drop(field: HTMLElement, name: string) {
  const file = new File([TEXT], name, { type: "application/json" });
  Object.assign(file, { text: () => Promise.resolve(TEXT) });
  fireEvent.drop(field, { dataTransfer: { files: [file], getData: () => "" } });
}

it("calls the server of a dropped catalogue like its file, also for an audience of it", async () => {
  const { user, asked, field } = await candidates();
  drop(field, "freight.json");
  const card = await screen.findByRole("region", { name: "Candidate freight" });
  await user.selectOptions(within(card).getByLabelText("As seen by"), "end-user");
  await within(card).findByText(/nothing was started · 1 tool$/);
  expect(asked()).toEqual([[TEXT, "freight.json"], [TEXT, "freight.json"]]);
});

it("forgets the file once its text was edited", async () => {
  const { user, asked, field } = await candidates();
  drop(field, "freight.json");
  await screen.findByRole("region", { name: "Candidate freight" });
  await user.type(field, " ");
  await user.click(screen.getByRole("button", { name: "Look at it" }));
  await screen.findByRole("region", { name: "Candidate parcels" });
  expect(asked()[1]).toEqual([`${TEXT} `, undefined]);
});

it("takes the name of a chosen file from its path", async () => {
  const { user, asked } = await candidates();
  await user.click(screen.getByRole("button", { name: "Choose a file…" }));
  await screen.findByRole("region", { name: "Candidate parcels" });
  expect(asked()).toEqual([["/home/ada/Downloads/parcels.json", undefined]]);
});

it("names the kept tasks that a candidate wins and crowds out, each with how, and leads to one", async () => {
  const { user, field } = await candidates();
  await user.type(field, "npx -y helpdesk-mcp");
  await user.click(screen.getByRole("button", { name: "Look at it" }));
  await user.click(await screen.findByRole("checkbox", { name: /helpdesk/ }));
  await user.click(screen.getByRole("button", { name: "Start it and list its tools" }));
  await user.click(await screen.findByRole("button", { name: "See what it does to “everyday”" }));
  const changes = await screen.findByRole("region", { name: "What changes" });
  expect(within(changes).getByText(/^Claude Code: \d+ quer(y loses|ies lose), \d+ wins?(, \d+ more ha(s|ve) other results)?\.$/)).toBeDefined();
  const won = within(changes).getByRole("list", { name: "Won" });
  const line = within(won).getByRole("button", { name: "reply to a customer" }).closest("li");
  expect(line?.textContent).toContain("reply to a customer expected tool not found → place 1");
  const tasks = screen.getByRole("grid", { name: "Tasks, misses first" });
  tasks.focus();
  await user.keyboard("{Home}");
  const detail = screen.getByRole("region", { name: "This task in every engine" });
  expect(within(detail).getAllByRole("listitem")).toHaveLength(5);
  await user.click(within(won).getByRole("button", { name: "reply to a customer" }));
  expect(screen.getByLabelText<HTMLInputElement>("Query").value).toBe("reply to a customer");
});

it("says of a query that finds nothing why, engine by engine", async () => {
  const { user } = showLab();
  await user.click(await screen.findByRole("tab", { name: /Task run/ }));
  await user.click(await screen.findByRole("button", { name: "Run “everyday”" }));
  const tasks = await screen.findByRole("grid", { name: "Tasks, misses first" });
  tasks.focus();
  await user.keyboard("{Home}");
  const detail = screen.getByRole("region", { name: "This task in every engine" });
  expect(within(detail).getAllByText(/nothing found: No word of it occurs|not among the results/).length).toBeGreaterThan(0);
});
