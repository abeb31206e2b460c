import { expect, it } from "vitest";
import { commandLine } from "./command";

it.each([
  ["plain words stay", ["npx", "-y", "files-mcp@1.2.3", "~/code"], "npx -y files-mcp@1.2.3 ~/code"],
  ["a space inside an argument shows", ["sh", "-c", "rm -rf x"], "sh -c 'rm -rf x'"],
  ["an empty argument shows", ["x", ""], "x ''"],
  ["quotes are quoted", ["x", "it's"], "x 'it'\\''s'"],
  ["an address stays", ["https://wiki.example.com/mcp"], "https://wiki.example.com/mcp"],
])("%s", (_why, words, want) => {
  expect(commandLine(words)).toBe(want);
});
