import { describe, expect, it } from "vitest";
import auditFile from "../wire/recorded/audit.json";
import type { Audit } from "../wire/generated";
import { serverRows } from "./catalogue";
import { filterRows } from "./filter";

const { clients } = auditFile as Audit;
const rows = serverRows(clients);

describe("serverRows", () => {
  it("makes one row of equal launches in several clients", () => {
    const crawler = rows.filter(({ name }) => name === "crawler");
    expect(crawler).toHaveLength(1);
    expect(crawler[0]?.clients).toEqual(["claude-code", "cursor"]);
  });

  it("keeps a shadowed entry as its own row without weight", () => {
    const [loaded, shadowed] = rows.filter(({ name }) => name === "tickets");
    expect(loaded?.shadowed).toBe(false);
    expect(shadowed?.shadowed).toBe(true);
    expect(shadowed?.tokens).toBe(0);
  });

  it("weighs as each client says and shows the largest", () => {
    const tool = rows.flatMap(({ tools }) => tools).find(({ name }) => name === "git_log");
    const all = tool?.loaded.map(({ tokens }) => tokens.total) ?? [];
    expect(tool?.tokens).toBe(Math.max(...all));
  });

  it("does not call an unknown standing weight nothing", () => {
    expect(rows.find(({ name }) => name === "errors")?.standing).toBeNull();
  });

  it("calls the standing weight of a server a lower bound when its list misses something", () => {
    const [first] = clients;
    const [server] = first?.servers ?? [];
    if (first === undefined || server === undefined) throw new Error("no server");
    const part = { ...first, servers: [{ ...server, lowerBound: true }] };
    expect(serverRows([part])[0]?.standingLower).toBe(true);
  });

  it("keeps two tools of one name apart", () => {
    const [first] = clients;
    const [server] = first?.servers ?? [];
    const [tool] = server?.tools ?? [];
    if (first === undefined || server === undefined || tool === undefined) throw new Error("no tool");
    const twice = { ...first, servers: [{ ...server, tools: [tool, tool] }] };
    const [row] = serverRows([twice]);
    expect(new Set(row?.tools.map(({ id }) => id)).size).toBe(2);
    expect(row?.tokens).toBe(2 * tool.tokens.total);
  });
});

describe("filterRows", () => {
  const names = (text: string, loadings: ("always" | "off")[] = []) =>
    filterRows(rows, { text, loadings: new Set(loadings) }).map(({ name }) => name);

  it.each([
    ["no filter keeps all", "", rows.map(({ name }) => name)],
    ["words may be in server and tool", "git log", ["git"]],
    ["a server without tools is found by name", "errors", ["errors"]],
    ["nothing matches", "zzz", []],
  ])("%s", (_why, text, want) => {
    expect(names(text)).toEqual(want);
  });

  it("keeps sums of servers whatever it hides", () => {
    const [wiki] = filterRows(rows, { text: "create_page", loadings: new Set() });
    expect(wiki?.tools).toHaveLength(1);
    expect(wiki?.tokens).toBe(rows.find(({ name }) => name === "wiki")?.tokens);
  });
});
