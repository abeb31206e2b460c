import { expect, it } from "vitest";
import settingsFile from "../wire/recorded/settings.json";
import { problemsOf } from "./settings";

it.each([
  ["the recorded settings are fine", {}, 0],
  ["no window is fine", { modelWindow: null }, 0],
  ["no time is too little", { startTimeoutMs: 0 }, 1],
  ["a tiny window is a typing error", { modelWindow: 200 }, 1],
  ["each has its own sentence", { parallel: 0, listTimeoutMs: 1 }, 2],
])("%s", (_why, change, want) => {
  expect(problemsOf({ ...settingsFile, ...change })).toHaveLength(want);
});
