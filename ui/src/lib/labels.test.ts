import { describe, expect, it } from "vitest";
import { fitLabel, sharedPrefix } from "./labels";

describe("sharedPrefix", () => {
  it.each([
    ["cut at a word border", ["git_create_issue", "git_create_item"], "git_create_"],
    ["nothing shared", ["read", "write"], ""],
    ["part of a word is no prefix", ["list", "listen"], ""],
    ["one name shares with none", ["git_log"], ""],
    ["no names", [], ""],
  ])("%s", (_why, names, want) => {
    expect(sharedPrefix(names)).toBe(want);
  });
});

describe("fitLabel", () => {
  it.each([
    ["whole when it fits", "read_file", "", 9, "read_file"],
    ["without the prefix when that fits", "crawler_get_page", "crawler_", 9, "…get_page"],
    ["the middle goes last", "crawler_extract_everything", "crawler_", 9, "extr…hing"],
    ["a short prefix is not worth a mark", "a_long_name_here", "a_", 7, "a_l…ere"],
    ["hardly any room", "something", "", 3, "so…"],
  ])("%s", (_why, name, prefix, room, want) => {
    expect(fitLabel(name, prefix, room)).toBe(want);
    expect(fitLabel(name, prefix, room).length).toBeLessThanOrEqual(room);
  });
});
