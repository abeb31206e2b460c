/** What runs for the Loading view while the user looks elsewhere. */
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openLoading } from "../../test/loading";
import type { Problem } from "../wire/generated";
import type { Host } from "../wire/host";
import { recordedHost } from "../wire/recorded";

/** The Loading view on a host whose proofs and writes wait until they are let go. */
async function show(refusal: Problem | null = null) {
  const good = recordedHost();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const prove = vi.fn<Host["prove"]>(async (client, request) => {
    await held;
    return good.prove(client, request);
  });
  const apply: Host["apply"] = async (request, reviewed) => {
    await held;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a Problem, as the engine rejects
    if (refusal !== null) throw refusal;
    return good.apply(request, reviewed);
  };
  const { user, toLoading, grid } = await openLoading({ ...good, prove, apply });
  const toOverview = async () => {
    await user.keyboard("{Control>}1{/Control}");
    await screen.findByRole("list", { name: "Load per client" });
  };
  return { user, prove, letGo, toLoading, toOverview, grid };
}

type Shown = Awaited<ReturnType<typeof show>>;

/** Stages the first row's other value and begins to write it. */
async function write({ user, grid }: Shown) {
  grid.focus();
  await user.keyboard("{Home} ");
  await screen.findByText("1 staged");
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByRole("button", { name: /^Write 1 file/ });
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByRole("button", { name: /^Writing…/ });
}

it("a proof goes on, and its result is there", async () => {
  const { user, prove, letGo, toLoading, toOverview } = await show();
  await user.click(screen.getByRole("tab", { name: "Proof" }));
  await user.click(await screen.findByRole("button", { name: "Prove with Claude Code" }));
  await toOverview();
  await toLoading();
  expect(await screen.findByText(/^Claude Code is asked… \d+ s$/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Prove with Claude Code" })).toBeNull();
  await toOverview();
  letGo();
  await toLoading();
  await user.click(screen.getByRole("tab", { name: "Proof" }));
  expect(await screen.findByRole("region", { name: "Result" })).toBeDefined();
  expect(prove).toHaveBeenCalledTimes(1);
});

it("a proof of one project is not shown for another", async () => {
  const { user, letGo } = await show();
  await user.click(screen.getByRole("tab", { name: "Proof" }));
  await user.click(await screen.findByRole("button", { name: "Prove with Claude Code" }));
  await user.selectOptions(screen.getByLabelText("Project"), "/home/ada/code/blog");
  await user.click(await screen.findByRole("tab", { name: "Proof" }));
  expect(await screen.findByText(/^Claude Code is asked in ~\/code\/shop… \d+ s$/)).toBeDefined();
  letGo();
  expect(await screen.findByRole("button", { name: "Prove with Claude Code" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Result" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Project"), "/home/ada/code/shop");
  await user.click(await screen.findByRole("tab", { name: "Proof" }));
  expect(await screen.findByRole("region", { name: "Result" })).toBeDefined();
});

it("a refused write says so everywhere, and the review says why until nothing of it is staged", async () => {
  const locked: Problem = {
    code: "locked",
    level: "error",
    message: "Claude Code holds its file.",
    hint: null,
    file: null,
    line: null,
    column: null,
    client: null,
    server: null,
  };
  const shown = await show(locked);
  const { user, letGo, toLoading, toOverview } = shown;
  await write(shown);
  await toOverview();
  letGo();
  expect(await screen.findByText("Nothing was written. Claude Code holds its file.")).toBeDefined();
  await toLoading();
  await user.click(screen.getByRole("tab", { name: /^Review/ }));
  const why = await screen.findByRole("region", { name: "Not written" });
  expect(within(why).getByText("Claude Code holds its file.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("region", { name: "Not written" })).toBeNull();
});

it("what is staged while a write runs stays staged, and can be undone", async () => {
  const shown = await show();
  const { user, grid, letGo, toLoading, toOverview } = shown;
  await write(shown);
  grid.focus();
  await user.keyboard("{ArrowDown} ");
  await screen.findByText("2 staged");
  await toOverview();
  letGo();
  await screen.findByText(/^Written:/);
  await toLoading();
  expect(await screen.findByText("1 staged")).toBeDefined();
  await user.keyboard("{Control>}z{/Control}");
  expect(screen.queryByText(/ staged$/)).toBeNull();
});
