import { describe, expect, it } from "vitest";
import type { LogLine, ServerDetail } from "../wire/generated";
import servers from "../wire/recorded/servers.json";
import { diagnostics, linesOf, type LogKind } from "./log";

const log: LogLine[] = [
  { ms: 0, kind: "note", text: "starting npx", message: null },
  { ms: 1, kind: "out", text: "tools/list", message: '{"method":"tools/list","id":7}' },
  { ms: 2, kind: "in", text: "tools/list: answered", message: null },
  { ms: 3, kind: "stderr", text: "Rate limit", message: null },
];

describe("the lines shown", () => {
  it.each<[string, LogKind, string, number[]]>([
    ["are all", "all", "", [0, 1, 2, 3]],
    ["are messages of both ways, no notes", "messages", "", [1, 2]],
    ["are what went to stderr", "stderr", "", [3]],
    ["hold the text, whatever its case", "all", "rate", [3]],
    ["hold the text in the whole message", "all", '"id":7', [1]],
    ["are none when nothing holds it", "messages", "rate", []],
  ])("%s", (_why, kind, find, want) => {
    expect(linesOf(log, kind, find).map(({ ms }) => ms)).toEqual(want);
  });
});

it("puts what a bug report needs into one text", () => {
  const detail = (servers as Record<string, unknown>)["srv-be4bd5677277"] as ServerDetail;
  const text = diagnostics(detail, "No answer");
  expect(text.split("\n").slice(0, 4)).toEqual([
    "server: errors",
    "state: No answer",
    "configured: claude-code, project, /home/ada/code/shop/.mcp.json:68: https://errors.example.com/mcp",
    "problem: server-unreachable: errors answered 401 Unauthorized to initialize.",
  ]);
  expect(text).toContain("212 ms in: HTTP 401 Unauthorized");
});
