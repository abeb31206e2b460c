/** A server that its client has not approved: what is said, and that only its own row connects it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { Stage, violations } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

it("connects what its client has not approved from its row by keys alone, and says so before", async () => {
  const { page, errors } = await stage.page("unconnected");
  const grid = page.getByRole("treegrid");
  await grid.focus();
  await page.keyboard.type("depl");
  const row = grid.getByRole("row", { selected: true });
  await row.getByText("Needs approval").waitFor();
  const act = await row.getByRole("button", { name: "Connect anyway…" }).boundingBox();
  const next = await row.locator(".cell-clients").boundingBox();
  expect((act?.x ?? 0) + (act?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0);
  for (let cell = 0; cell < 4; cell += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Connect to servers" }).getByText("deploy-mcp").waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

it.each(["dark", "light"] as const)("in the %s theme its own view has no accessibility violation", async (theme) => {
  const { page } = await stage.page("partial", { theme });
  await page.locator(".status-bar").waitFor();
  await page.keyboard.press("Control+4");
  await page.getByRole("navigation", { name: "Servers" }).getByRole("button", { name: /deploy/ }).click();
  await page.getByRole("tab", { name: "Tools" }).click();
  await page.getByText("Its client has not approved it yet").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});
