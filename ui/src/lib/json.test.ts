import { describe, expect, it } from "vitest";
import { minified, pretty } from "./json";

describe("minified", () => {
  it.each([
    ["white space outside strings goes", '{\n  "a": [1, 2]\n}', '{"a":[1,2]}'],
    ["white space inside strings stays", '{ "a b":  "c \\" d  e" }', '{"a b":"c \\" d  e"}'],
    ["numbers stay as written", '{ "n": 1.0e2, "big": 12345678901234567890 }', '{"n":1.0e2,"big":12345678901234567890}'],
    ["a string that never ends loses nothing but space", '{ "a', '{"a'],
  ])("%s", (_why, text, want) => {
    expect(minified(text)).toBe(want);
  });
});

describe("pretty", () => {
  it.each([
    ["an object is indented", '{"a":1}', '{\n  "a": 1\n}'],
    ["words are no JSON", "initialize, id 1", null],
    ["a cut object is no JSON", '{"a":1', null],
    ["a number alone stays a line", "12", null],
  ])("%s", (_why, text, want) => {
    expect(pretty(text)).toBe(want);
  });
});
