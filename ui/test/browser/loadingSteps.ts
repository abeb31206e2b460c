/** Steps that tests of the Loading view share. */
import type { Page } from "playwright-core";
import type { Stage, Theme } from "./page";

/** The Loading view, with the switchboard on screen. */
export async function openLoading(stage: Stage, scenario: string, theme: Theme = "dark", width = 1280, height = 800) {
  const { page, errors } = await stage.page(scenario, { theme, width, height });
  await page.waitForSelector(".status-bar");
  await page.keyboard.press("Control+3");
  await page.getByRole("treegrid", { name: "Servers and clients" }).waitFor();
  return { page, errors };
}

/** F6 until the switchboard has the focus. */
export async function toBoard(page: Page) {
  const grid = page.getByRole("treegrid", { name: "Servers and clients" });
  for (let pane = 0; pane < 8; pane += 1) {
    if (await grid.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press("F6");
  }
  return grid;
}

/** Stages the first row's other value. */
export async function staged(page: Page) {
  await toBoard(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page.getByText("1 staged").waitFor();
}

/** Opens the review and waits for what would be written. */
export async function review(page: Page) {
  await page.keyboard.press("Control+s");
  await page.getByRole("region", { name: /Changes of/ }).first().waitFor();
}

/** An action of the palette, by typing. */
export async function command(page: Page, words: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
}

/** Tab until a control of this name has the focus. */
export async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 40; step += 1) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    if (name.test(here)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

/** Writes the first row's other value. */
export async function written(page: Page) {
  await staged(page);
  await review(page);
  await page.keyboard.press("Control+s");
  await page.getByText(/^Written:/).waitFor();
}
