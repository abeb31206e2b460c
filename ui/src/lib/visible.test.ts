import { describe, expect, it } from "vitest";
import { segments, visible } from "./visible";

describe("visible", () => {
  it.each([
    ["plain text stays", "create_issue", "create_issue"],
    ["other scripts and emoji stay", "δοκιμή 漢字 🚢", "δοκιμή 漢字 🚢"],
    ["escape sequences show", "\u001b[31mred", "␛[31mred"],
    ["a line end shows in one line", "a\nb", "a␊b"],
    ["delete shows", "a\u007Fb", "a␡b"],
    ["C1 shows as its number", "\u009b31m", "⟨U+009B⟩31m"],
    ["a right-to-left override shows", "a\u202Egpj", "a⟨U+202E⟩gpj"],
    ["isolates show", "\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"],
    ["zero-width shows", "ad\u200Bmin", "ad⟨U+200B⟩min"],
    ["tag characters show", "x\u{E0041}", "x⟨U+E0041⟩"],
    ["nothing is nothing", "", ""],
  ])("%s", (_why, text, want) => {
    expect(visible(text)).toBe(want);
  });

  it("keeps line ends and tabs where lines are wanted, also Windows ones", () => {
    const text = segments("a\r\n\tb\rc", { lines: true })
      .map((segment) => segment.text)
      .join("");
    expect(text).toBe("a\n\tb␍c");
  });

  it("tells hidden characters from text that looks like them", () => {
    expect(segments("⟨U+202E⟩\u202E")).toEqual([
      { text: "⟨U+202E⟩", hidden: false },
      { text: "⟨U+202E⟩", hidden: true },
    ]);
  });
});
