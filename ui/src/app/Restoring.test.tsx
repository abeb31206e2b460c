/** Writes that a client has dropped, and those that only the user took back. */
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openLoading } from "../../test/loading";
import type { Problem } from "../wire/generated";
import type { Host } from "../wire/host";
import { recordedHost, type Scenario } from "../wire/recorded";

const CONFLICT: Problem = {
  code: "undo-conflict",
  level: "error",
  message: "Somebody has set the same keys.",
  hint: "Change those keys by hand; the backup shows the old values.",
  file: "/home/ada/.claude.json",
  line: null,
  column: null,
  client: null,
  server: null,
};

/** The Loading view after the first row's other value was written. */
async function written(scenario: Scenario, more: (good: Host) => Partial<Host> = () => ({})) {
  const good = recordedHost(scenario);
  const host: Host = { ...good, ...more(good) };
  const apply = vi.spyOn(host, "apply");
  const { user, grid } = await openLoading(host);
  const write = async () => {
    // From the review the first key would write at once.
    await user.click(screen.getByRole("tab", { name: "Selected" }));
    grid.focus();
    await user.keyboard("{Home} ");
    await screen.findByText("1 staged");
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByRole("button", { name: /^Write 1 file/ });
    await user.keyboard("{Control>}s{/Control}");
    await screen.findAllByText(/^Written:/);
  };
  const history = async () => {
    await user.click(screen.getByRole("tab", { name: "History" }));
    return screen.findByRole("heading", { name: "History" });
  };
  await write();
  return { user, good, apply, write, history };
}

const missing = () => screen.findByRole("region", { name: "Missing write" });

it("a write that its client dropped is noticed, shown as a difference, and made once more", async () => {
  const { user, apply } = await written("dropped");
  await user.click(await screen.findByRole("button", { name: "Write it again… ~/.claude.json" }));
  const section = await missing();
  expect(within(section).getByText(/no longer says what was written .*has changed it since\./)).toBeDefined();
  expect(within(section).getByRole("region", { name: "Changes of /home/ada/.claude.json" })).toBeDefined();
  expect(apply).toHaveBeenCalledTimes(1);
  await user.click(within(section).getByRole("button", { name: "Write 1 file again" }));
  await vi.waitFor(() => expect(apply).toHaveBeenCalledTimes(2));
  expect(apply.mock.lastCall?.[0]).toMatchObject({ restore: "20261130T1206-1", set: [] });
  expect(await screen.findByText(/^again: /)).toBeDefined();
  expect(screen.queryByRole("region", { name: "Missing write" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Write it again/ })).toBeNull();
});

it("it can be let go: the files stay as they are and nothing is missing any more", async () => {
  const { user, good, history } = await written("dropped");
  await history();
  await user.click(screen.getByRole("button", { name: /^Check the write of/ }));
  await user.click(within(await missing()).getByRole("button", { name: "Let it go" }));
  await screen.findByText(/^Taken back:/);
  expect(screen.queryByRole("region", { name: "Missing write" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Write it again/ })).toBeNull();
  expect((await good.writes()).map(({ undoneBy }) => undoneBy)).toEqual([null, "20261130T1206-2"]);
});

it("why it cannot be made once more is said, with the other ways", async () => {
  const refuses = (good: Host): Partial<Host> => ({
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a Problem, as the engine rejects
    plan: (request) => (request.restore === undefined ? good.plan(request) : Promise.reject(CONFLICT)),
  });
  const { user, history } = await written("dropped", refuses);
  await history();
  await user.click(screen.getByRole("button", { name: /^Check the write of/ }));
  const section = await missing();
  expect(within(section).getByText("Somebody has set the same keys.")).toBeDefined();
  expect(within(section).queryByRole("button", { name: /again$/ })?.textContent).toBe("Stage it again");
  await user.click(within(section).getByRole("button", { name: "Stage it again" }));
  expect(await screen.findByText("1 staged")).toBeDefined();
});

it("a write that is there is said to stand", async () => {
  const { user, history } = await written("partial");
  await history();
  await user.click(screen.getByRole("button", { name: /^Check the write of/ }));
  expect(await screen.findByText(/^What was written .* still stands in ~\/\.claude\.json\.$/)).toBeDefined();
  expect(screen.queryByRole("region", { name: "Missing write" })).toBeNull();
});

it("after the user's own undo there is nothing to check, and Review no longer says it is written", async () => {
  const { user, history } = await written("partial");
  await user.click(screen.getByRole("tab", { name: /^Review/ }));
  expect(await screen.findByText(/^Written\. A proof shows/)).toBeDefined();
  await history();
  await user.click(screen.getByRole("button", { name: /^Undo the write of/ }));
  await screen.findByText(/^Taken back:/);
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^Check the write of/ })).toBeNull());
  await user.click(screen.getByRole("tab", { name: /^Review/ }));
  expect(await screen.findByText(/^Nothing is staged\./)).toBeDefined();
});

it("of two writes of one file only the last is checked", async () => {
  const { write, history } = await written("partial");
  await write();
  await history();
  await vi.waitFor(() => expect(screen.getAllByRole("button", { name: /^Undo the write of/ })).toHaveLength(2));
  expect(screen.getAllByRole("button", { name: /^Check the write of/ })).toHaveLength(1);
});

it("an undo made elsewhere is found by the check, and no client is blamed", async () => {
  const { user, good, history } = await written("dropped");
  await history();
  await good.undo("20261130T1206-1", false);
  await user.click(screen.getByRole("button", { name: /^Check the write of/ }));
  expect(await screen.findByText(/^Plimsoll itself has taken it back/)).toBeDefined();
  expect(screen.queryByRole("region", { name: "Missing write" })).toBeNull();
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^Check the write of/ })).toBeNull());
});

it("what is found in the written files is said at once and stands in Review", async () => {
  const found: Problem = { ...CONFLICT, code: "entry-read-differently", level: "warning", message: "A second reader finds another command." };
  const said: Problem = { ...CONFLICT, code: "not-carried-over", level: "hint", message: "One key is left out." };
  const noting = (good: Host): Partial<Host> => ({
    switchboard: async (request) => {
      const board = await good.switchboard(request);
      return { ...board, plan: board.plan === null ? null : { ...board.plan, notes: [said] } };
    },
    apply: async (request, reviewed) => {
      const line = await good.apply(request, reviewed);
      return line === null ? null : { ...line, notes: [said, found] };
    },
  });
  await written("partial", noting);
  expect(screen.getByText(/1 thing found in the written files: see Review\.$/)).toBeDefined();
  const after = await screen.findByRole("region", { name: "Found in the files after writing" });
  expect(within(after).getByText("A second reader finds another command.")).toBeDefined();
  expect(within(after).queryByText("One key is left out.")).toBeNull();
  const plan = screen.getByRole("region", { name: "Said with the plan" });
  expect(within(plan).getByText("One key is left out.")).toBeDefined();
});
