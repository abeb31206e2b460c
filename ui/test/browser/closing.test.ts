/** Closing the window with staged changes: nothing is lost unasked. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openLoading, staged } from "./loadingSteps";
import { Stage, violations } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

/** Asks the window to close; a browser asks in its own words first, which is declined. */
async function close(page: Page) {
  page.once("dialog", (dialog) => void dialog.dismiss());
  await page.close({ runBeforeUnload: true });
}

const question = (page: Page) => page.getByRole("dialog", { name: "Write, discard or stay?" });

it("asks what becomes of what is staged, and shows it to be written", async () => {
  const { page, errors } = await openLoading(stage, "partial");
  await staged(page);
  await page.keyboard.press("Control+1");
  await close(page);
  await question(page).getByText("1 staged change not written yet.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  await close(page);
  await question(page).getByRole("button", { name: "Review & write" }).click();
  await page.getByRole("region", { name: /Changes of/ }).first().waitFor();
  await page.getByText("1 staged").waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

it("closes once the changes are discarded, and at once when nothing is staged", async () => {
  const { page } = await openLoading(stage, "partial");
  await staged(page);
  await close(page);
  await question(page).getByRole("button", { name: "Discard and close" }).click();
  await page.waitForURL("about:blank");
  await page.context().close();
  const { page: idle } = await openLoading(stage, "partial");
  const closed = idle.waitForEvent("close");
  await idle.close({ runBeforeUnload: true });
  await closed;
  await idle.context().close();
});
