import { describe, expect, it } from "vitest";
import { serverRow } from "../../test/rows";
import { filterRows, keeper, type Filter } from "./filter";
import type { Loading } from "./loading";

const rows = [serverRow("wiki", [900, 30]), serverRow("git", [200]), serverRow("silent", null)];
const filter = (text: string, ...loadings: Loading[]): Filter => ({ text, loadings: new Set(loadings) });

describe("the filter", () => {
  it.each<[string, Filter, string[]]>([
    ["keeps everything when it is empty", filter(" "), ["wiki", "git", "silent"]],
    ["keeps a server by its own name", filter("GIT"), ["git"]],
    ["keeps tools that hold every word, in any order", filter("tool_1 wiki"), ["wiki"]],
    ["keeps by loading", filter("", "always"), ["wiki", "git"]],
    ["counts a server without tools as unknown", filter("", "unknown"), ["silent"]],
    ["keeps nothing that lacks a word", filter("wiki absent"), []],
  ])("%s", (_why, wanted, want) => {
    expect(filterRows(rows, wanted).map(({ name }) => name)).toEqual(want);
    expect(rows.filter(keeper(wanted)).map(({ name }) => name)).toEqual(want);
  });

  it("leaves out the other tools of a server, not its sums", () => {
    const [row] = filterRows(rows, filter("tool_1"));
    expect(row?.tools.map(({ name }) => name)).toEqual(["tool_1"]);
    expect(row?.tokens).toBe(930);
  });
});
