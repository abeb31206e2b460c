/** The window in a real browser: what a user does, and what axe says of each view and theme. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Stage, violations, type Theme } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

const VIEWS = [
  ["first run", "unconnected", false, ""],
  ["overview", "partial", true, ""],
  ["overview without servers", "empty", true, ""],
  ["server", "partial", true, "Control+4"],
  ["findings", "partial", true, "Control+5"],
  ["settings", "partial", true, "Control+,"],
  ["palette", "partial", true, "Control+k"],
  ["keys", "partial", true, "Control+/"],
  ["consent", "unconnected", true, "Control+Shift+Enter"],
] as const;

describe.each(["dark", "light"] as const)("in the %s theme", (theme: Theme) => {
  it.each(VIEWS)("%s has no accessibility violation", async (_view, scenario, begun, key) => {
    const { page, errors } = await stage.page(scenario, { theme, begun });
    await page.waitForSelector("main:not([aria-busy]) >> nth=0");
    if (key !== "") {
      await page.waitForSelector(".status-bar");
      await page.keyboard.press(key);
    }
    await page.waitForTimeout(300);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

it("goes from the first run over consent to numbers", async () => {
  const { page, errors } = await stage.page("unconnected", { begun: false });
  await page.getByText("~/.claude.json").waitFor();
  await page.getByRole("button", { name: "Read configurations" }).click();
  await page.getByText("not connected yet").waitFor();
  await page.getByRole("status").getByRole("button", { name: "Connect…" }).click();
  const sheet = page.getByRole("dialog", { name: "Connect to servers" });
  await sheet.getByText("npx -y crawler-mcp@2.4.1").waitFor();
  await sheet.getByText("CRAWLER_API_KEY").waitFor();
  await sheet.getByRole("checkbox", { name: /crawler/ }).uncheck();
  await sheet.getByRole("button", { name: /^Connect \d+ servers$/ }).click();
  await page.getByText(/servers listed, 1 failed\./).waitFor();
  await page.getByRole("row", { name: /wiki 24 tools 21,000/ }).waitFor();
  expect(await page.getByRole("row", { name: /crawler/ }).textContent()).toContain("Not connected");
  expect(errors).toEqual([]);
  await page.context().close();
});

it("finds the heaviest tool by keyboard alone and shows why it is loaded", async () => {
  const { page, errors } = await stage.page("partial");
  const grid = page.getByRole("treegrid", { name: "Servers and tools" });
  await grid.waitFor();
  // F6 walks the panes; the table takes the focus of its pane.
  for (let pane = 0; pane < 6; pane += 1) {
    if (await grid.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press("F6");
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const tool = page.getByRole("article", { name: "Tool API-delete_block" });
  await tool.getByText("The entry says alwaysLoad: true.").waitFor();
  await tool.getByRole("button", { name: "~/.claude.json:18" }).waitFor();
  expect(await grid.getByRole("row", { selected: true }).textContent()).toContain("API-delete_block");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "wiki" }).waitFor();
  await page.keyboard.press("Alt+ArrowLeft");
  await grid.waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

it("draws ten thousand tools as few rows and few tiles, and moves through them", async () => {
  const { page } = await stage.page("huge");
  const grid = page.getByRole("treegrid");
  await grid.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await expect.poll(() => page.getByRole("row", { selected: true }).count()).toBe(1);
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  expect(await page.getByRole("option").count()).toBeLessThan(400);
  await page.keyboard.press("Home");
  for (let step = 0; step < 30; step += 1) await page.keyboard.press("ArrowDown");
  expect(await grid.getByRole("row", { selected: true }).count()).toBe(1);
  await page.context().close();
});

it("stays usable at twice the zoom: nothing is wider than the window", async () => {
  // 1280 x 800 at 200 % is a page of 640 x 400.
  const { page } = await stage.page("partial", { width: 640, height: 400 });
  await page.getByRole("treegrid").waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(640);
  await page.context().close();
});

it("keeps the page when an audit fails, and says what to do", async () => {
  const { page } = await stage.page("broken");
  await page.getByRole("alert").getByText("written by a newer version").waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Read again" }).waitFor();
  await page.context().close();
});
