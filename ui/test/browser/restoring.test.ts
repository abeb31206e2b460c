/** The Loading view in a real browser: what a client dropped is written again, what has one name is told apart. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { command, openLoading, tabTo, toBoard, written } from "./loadingSteps";
import { Stage, violations } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

it("makes a write once more that its client dropped, by keys alone", async () => {
  const { page, errors } = await openLoading(stage, "dropped");
  await written(page);
  await page.getByText("~/.claude.json no longer says what Plimsoll wrote.").waitFor();
  await command(page, "History of writes");
  await tabTo(page, /^Check the write of/);
  await page.keyboard.press("Enter");
  const missing = page.getByRole("region", { name: "Missing write" });
  await missing.getByRole("region", { name: "Changes of /home/ada/.claude.json" }).waitFor();
  await tabTo(page, /^Write 1 file again$/);
  await page.keyboard.press("Enter");
  await missing.waitFor({ state: "detached" });
  await page.getByText(/^again: /).waitFor();
  await page.getByText("no longer says what Plimsoll wrote").waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await page.context().close();
});

it.each(["dark", "light"] as const)("shows what is missing without an accessibility violation in the %s theme", async (theme) => {
  const { page, errors } = await openLoading(stage, "dropped", theme);
  await written(page);
  await page.getByRole("button", { name: /^Write it again…/ }).click();
  await page.getByRole("region", { name: "Missing write" }).getByRole("region", { name: /Changes of/ }).waitFor();
  await page.waitForTimeout(200);
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

it("tells two servers of one name apart by what they start, rows in their places", async () => {
  const { page } = await openLoading(stage, "partial");
  const grid = await toBoard(page);
  const rows = grid.getByRole("row", { name: /^tickets/ });
  await rows.getByText("… tickets-mcp:1.9").waitFor();
  await rows.getByText("… tickets-mcp:1.4").waitFor();
  const boxes = await grid.getByRole("row").evaluateAll((all) => all.slice(1).map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  for (const [index, { top }] of boxes.entries()) expect(top).toBeGreaterThanOrEqual((boxes[index - 1]?.bottom ?? 0) - 1);
  await page.context().close();
});
