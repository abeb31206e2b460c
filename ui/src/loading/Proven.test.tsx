/** A proof's result: what differs first, and what arrived of a tool on request. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Proof } from "../wire/generated";
import type { Host } from "../wire/host";
import { HostContext } from "../wire/HostContext";
import { recordedHost } from "../wire/recorded";
import { Notices } from "../parts/Notices";
import { ProofResult } from "./ProofResult";

const PROOF: Proof = {
  schema: "plimsoll.prove/1",
  client: "claude-code",
  version: "2.1.332",
  at: "2026-11-30T12:07:00Z",
  method: "observed",
  tools: [
    { server: "git", sentAs: "mcp__git__log", predicted: "whenNeeded", observed: "whenNeeded", cut: null },
    { server: "git", sentAs: "mcp__git__push", predicted: "always", observed: "always", cut: true, text: "Pushes\u202E a branch… [truncated]" },
    { server: "git", sentAs: "mcp__git__tag", predicted: "always", observed: "off", cut: null },
  ],
  builtIn: ["Bash", "Read"],
  announcement: "mcp__git__log",
  differences: [
    {
      code: "loading-differs",
      level: "error",
      message: "`mcp__git__tag` was predicted to load always; the client does not offer it",
      hint: null,
      file: null,
      line: null,
      column: null,
      client: "claude-code",
      server: "git",
    },
  ],
  notes: [],
  results: [{ id: "1", query: "push", predicted: ["mcp__git__push"], observed: ["mcp__git__push"] }],
  ms: 1200,
};

function show(proof: Proof = PROOF) {
  const copy = vi.fn<Host["copy"]>(() => Promise.resolve());
  render(
    <HostContext value={{ ...recordedHost(), copy }}>
      <Notices>
        <ProofResult proof={proof} />
      </Notices>
    </HostContext>,
  );
  return { user: userEvent.setup(), copy, grid: screen.getByRole("grid", { name: "Tools, predicted and observed" }) };
}

it("what arrived of a tool is shown by Enter, follows the arrows, and goes by Enter", async () => {
  const { user, copy, grid } = show();
  const rows = within(grid).getAllByRole("row").slice(1).map((row) => row.textContent);
  expect(rows[0]).toContain("▲ mcp__git__tag");
  grid.focus();
  await user.keyboard("{Enter}");
  const first = screen.getByRole("region", { name: "mcp__git__tag, as sent" });
  expect(within(first).getByText("Nothing of it was sent.")).toBeDefined();
  expect(within(first).getByText(/the client does not offer it/)).toBeDefined();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  const cut = screen.getByRole("region", { name: "mcp__git__push, as sent" });
  expect(within(cut).getByText("Its description arrived cut:")).toBeDefined();
  // A hidden character of the server's text is seen, not obeyed.
  expect(cut.querySelector(".hidden-character")).not.toBeNull();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(copy).toHaveBeenCalledWith("Pushes\u202E a branch… [truncated]");
  grid.focus();
  await user.keyboard(" ");
  expect(screen.queryByRole("region", { name: /as sent$/ })).toBeNull();
});

it("a click opens a row, and the same one closes it", async () => {
  const { user, grid } = show();
  const row = within(grid).getByRole("row", { name: /log/ });
  await user.click(row);
  expect(screen.getByText("Only its name was sent; no search of this proof found it.")).toBeDefined();
  await user.click(row);
  expect(screen.queryByRole("region", { name: /as sent$/ })).toBeNull();
});

it("the search's answers are in sight only where they differ", () => {
  show({ ...PROOF, differences: [...PROOF.differences, { ...PROOF.differences[0], code: "search-differs", message: "`push` finds nothing; predicted was mcp__git__push" } as Proof["differences"][number]] });
  const asked = screen.getByText("What its search answered: 1 query, 1 different");
  expect(asked.closest("details")?.open).toBe(true);
  expect(screen.getByText("▲ different")).toBeDefined();
});

it("as many as were asked are folded away while all agree", () => {
  show();
  expect(screen.getByText("What its search answered: 1 query").closest("details")?.open).toBe(false);
  expect(screen.getByText("Its own tools: 2")).toBeDefined();
});
