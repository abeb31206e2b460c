/** Plimsoll's wrapper in the Loading view: offered, repaired, taken out. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { command, openLoading, review, toBoard } from "./loadingSteps";
import { Stage, violations } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

it("offers it by Space where a client has no switch of its own", async () => {
  const { page, errors } = await openLoading(stage, "wrapped");
  const grid = await toBoard(page);
  await page.getByRole("searchbox", { name: /Filter/ }).fill("files");
  await grid.getByRole("row", { name: /wiki/ }).waitFor({ state: "detached" });
  await toBoard(page);
  await page.keyboard.press("Home");
  await grid.getByRole("row", { name: /^files/, selected: true }).waitFor();
  // Name, tokens, Claude Code, Claude Desktop; the row is open, so one more goes into it.
  const desktop = grid.locator(".active-cell").getByRole("combobox", { name: "files in Claude Desktop" });
  for (let step = 0; step < 6 && (await desktop.count()) === 0; step += 1) await page.keyboard.press("ArrowRight");
  await desktop.waitFor();
  await page.keyboard.press("Space");
  await page.getByRole("status").getByText(/^Staged: files in Claude Desktop, user: when needed \(through Plimsoll\)\. Saves/).waitFor();
  await review(page);
  await page.getByText(/"wrap","--defer"/).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

it("repairs what lost its wrapper, and takes the wrapper out everywhere at once", async () => {
  const { page, errors } = await openLoading(stage, "wrapped");
  await page.getByText("1 entry starts Plimsoll’s wrapper where it no longer is").waitFor();
  await page.getByRole("button", { name: "Repair it…" }).click();
  await page.getByRole("tabpanel").getByText("git in Cursor, user: its wrapper's path repaired").waitFor();
  await page.getByRole("button", { name: "Staged: review" }).waitFor();
  await command(page, "Unwrap all");
  await page.getByText("2 staged").waitFor();
  await page.getByRole("tabpanel").getByText("wiki in Claude Desktop, user: without Plimsoll's wrapper").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await page.getByText(/^Written:/).waitFor();
  await page.getByText("wrapper where it no longer is").waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await page.context().close();
});
