/** What the totals miss, and why. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { serverRow } from "../../test/rows";
import type { ServerRow } from "../lib/catalogue";
import type { ClientAudit, ServerAudit } from "../wire/generated";
import { PartialStrip } from "./PartialStrip";

const LOWER = { tokens: 1, lowerBound: true };
const client = { id: "cursor", standing: LOWER, ifAllEager: LOWER, servers: [] } as unknown as ClientAudit;

function row(name: string, state: ServerAudit["state"], part: Partial<ServerAudit> = {}): ServerRow {
  const entries = [{ client, entry: { state, ...part } }] as unknown as ServerRow["entries"];
  return { ...serverRow(name, state === "listed" ? [9] : null), state, entries };
}

function show(rows: ServerRow[]) {
  const onSelect = vi.fn();
  const onConnect = vi.fn();
  render(
    <PartialStrip clients={[client]} rows={rows} access="unknown" onSelect={onSelect} onConnect={onConnect} onClient={vi.fn()} />,
  );
  return { onSelect, onConnect, user: userEvent.setup() };
}

it("names a few servers that did not answer, and counts the others", async () => {
  const { onSelect, user } = show(["a", "b", "c", "d", "e"].map((name) => row(name, "failed", { lowerBound: true })));
  expect(screen.getByText(/5 of 5 servers did not answer/)).toBeDefined();
  expect(screen.getByText(/and 2 more servers\./)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Show b" }));
  expect(onSelect).toHaveBeenCalledWith("b");
});

it("says that a server may wait for approval where that makes the totals a lower bound", () => {
  show([row("deploy", "needsApproval", { lowerBound: true }), row("build", "needsApproval")]);
  expect(screen.getByText(/^1 server not approved in a client/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Show deploy" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /Connect/ })).toBeNull();
});

it("says that a server has more tools than are known", () => {
  show([row("wiki", "listed", { lowerBound: true }), row("git", "listed")]);
  expect(screen.getByText(/^1 server with more tools than are known here/)).toBeDefined();
});

it("connects those in use only: one that waits for approval is left alone", async () => {
  const { onConnect, user } = show([row("new", "notStarted"), row("deploy", "needsApproval", { lowerBound: true })]);
  await user.click(screen.getByRole("button", { name: "Connect…" }));
  expect(onConnect).toHaveBeenCalledWith(["new"]);
});
