import { describe, expect, it } from "vitest";
import { band, clock, count, duration, plural, share, shortPath, signed, tokenSum } from "./format";

describe("numbers", () => {
  it.each([
    ["thousands are grouped", count(31420), "31,420"],
    ["a sum that misses nothing is plain", tokenSum({ tokens: 5, lowerBound: false }), "5"],
    ["a lower bound says so", tokenSum({ tokens: 31420, lowerBound: true }), "≥ 31,420"],
    ["more has a plus", signed(1610), "+1,610"],
    ["less has a minus", signed(-90), "−90"],
    ["the same has both", signed(0), "±0"],
    ["one is singular", plural(1, "tool"), "1 tool"],
    ["more are plural", plural(1200, "tool"), "1,200 tools"],
    ["large shares have no decimals", share(45, 100), "45 %"],
    ["small shares have one", share(39, 1000), "3.9 %"],
    ["tiny shares do not read as nothing", share(1, 100_000), "< 0.1 %"],
    ["nothing is nothing", share(0, 10), "0 %"],
    ["no whole, no share", share(1, 0), "–"],
    ["short times in ms", duration(412), "412 ms"],
    ["longer in s", duration(1449), "1.4 s"],
    ["a minute and more in min", duration(120_000), "2 min"],
  ])("%s", (_why, got, want) => {
    expect(got).toBe(want);
  });

  it("a band has three digits, not more", () => {
    expect(band(23_456, { low: 1, high: 1.35, source: "" })).toBe("23,500 – 31,700");
  });
});

describe("paths", () => {
  it.each([
    ["a Linux home", "/home/ada/code/shop", "~/code/shop"],
    ["a macOS home", "/Users/ada/.claude.json", "~/.claude.json"],
    ["a Windows home", "C:\\Users\\ada\\x.json", "~\\x.json"],
    ["home itself", "/home/ada", "~"],
    ["anything else stays", "/etc/claude-code/x.json", "/etc/claude-code/x.json"],
    ["a home further in is none", "/mnt/home/ada/x", "/mnt/home/ada/x"],
  ])("%s", (_why, path, want) => {
    expect(shortPath(path)).toBe(want);
  });
});

describe("clock", () => {
  const now = new Date(2026, 10, 30, 15, 0);
  it("today is a time", () => {
    expect(clock(new Date(2026, 10, 30, 12, 4).toISOString(), now)).toBe("12:04");
  });
  it("another day has its date", () => {
    expect(clock(new Date(2026, 10, 24, 9, 1).toISOString(), now)).toBe("24 Nov 2026, 09:01");
  });
  it("what is no time stays as it is", () => {
    expect(clock("soon", now)).toBe("soon");
  });
});
