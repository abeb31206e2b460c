import { expect, it, vi } from "vitest";
import { serverRow } from "../../test/rows";
import type { ServerActs } from "../lib/acts";
import type { ServerRow } from "../lib/catalogue";
import { rowAct } from "./rowAct";

function acts(part: Partial<ServerActs> = {}): ServerActs {
  return {
    connecting: new Map(),
    loggingIn: null,
    connect: vi.fn(),
    retry: vi.fn(),
    stop: vi.fn(),
    login: vi.fn(),
    cancelLogin: vi.fn(),
    ...part,
  };
}

/** A failed server whose problem has this code. */
function failed(code: string): ServerRow {
  const entries = [{ client: {}, entry: { problem: { code } } }] as unknown as ServerRow["entries"];
  return { ...serverRow("sql", null), entries };
}

it.each<[string, ServerRow, ServerActs, string | null]>([
  ["a server that answered needs nothing", serverRow("wiki", [1]), acts(), null],
  ["one never connected can be", { ...serverRow("new", null), state: "notStarted" }, acts(), "Connect…"],
  ["one its client has not approved can be, and says so", { ...serverRow("deploy", null), state: "needsApproval" }, acts(), "Connect anyway…"],
  ["one that was listed without approval needs nothing", { ...serverRow("deploy", [1]), state: "needsApproval" }, acts(), null],
  ["one that failed can be tried again", failed("server-exited-early"), acts(), "Retry"],
  ["one that wants a login offers it", failed("server-needs-login"), acts(), "Log in…"],
  ["one that is being logged in waits", failed("server-needs-login"), acts({ loggingIn: { key: "sql", address: null } }), null],
  ["one on its way waits", failed("x"), acts({ connecting: new Map([["sql", "starting"]]) }), null],
  ["one that is shadowed is not used", { ...failed("x"), shadowed: true }, acts(), null],
  ["one whose entry is unusable cannot", { ...failed("x"), key: null }, acts(), null],
])("%s", (_why, row, has, want) => {
  expect(rowAct(row, has)?.label ?? null).toBe(want);
});

it("asks for consent by the key of what its client has not approved, and says what that does", () => {
  const has = acts();
  const act = rowAct({ ...serverRow("deploy", null), state: "needsApproval" }, has);
  act?.run();
  expect(has.connect).toHaveBeenCalledWith(["deploy"]);
  expect(act?.hint).toContain("approves nothing there");
});
