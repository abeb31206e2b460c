import { describe, expect, it } from "vitest";
import { chordText, KEYMAP, matches } from "./keymap";

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe("matches", () => {
  it.each([
    ["Ctrl is Mod on Linux", press("k", { ctrlKey: true }), { key: "k", mod: true }, false, false, true],
    ["Command is Mod on a Mac", press("k", { metaKey: true }), { key: "k", mod: true }, true, false, true],
    ["Ctrl is not Mod on a Mac", press("k", { ctrlKey: true }), { key: "k", mod: true }, true, false, false],
    ["Shift counts with letters", press("R", { ctrlKey: true }), { key: "r", mod: true, shift: true }, false, false, false],
    ["Shift is needed to type ?", press("?", { shiftKey: true }), { key: "?", inList: true }, false, true, true],
    ["single keys are for lists", press("/"), { key: "/", inList: true }, false, false, false],
    ["Shift F6 is not F6", press("F6", { shiftKey: true }), { key: "F6" }, false, false, false],
  ])("%s", (_why, event, chord, mac, inList, want) => {
    expect(matches(event, chord, mac, inList)).toBe(want);
  });
});

it("writes chords as each system does", () => {
  expect(chordText({ key: "r", mod: true, shift: true }, false)).toBe("Ctrl Shift R");
  expect(chordText({ key: "r", mod: true, shift: true }, true)).toBe("⇧⌘R");
  expect(chordText({ key: "ArrowLeft", alt: true }, false)).toBe("Alt ←");
});

it("gives no two actions the same keys", () => {
  const all = Object.values(KEYMAP).flat().map((chord) => JSON.stringify(chord));
  expect(new Set(all).size).toBe(all.length);
});
