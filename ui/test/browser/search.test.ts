/** The Search lab in a real browser: by keyboard alone, large catalogues, what axe says. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { Stage, violations, type Theme } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

async function lab(scenario: string, theme: Theme = "dark") {
  const opened = await stage.page(scenario, { theme });
  await opened.page.waitForSelector(".status-bar");
  await opened.page.keyboard.press("Control+2");
  await opened.page.getByRole("main", { name: "Search lab" }).waitFor();
  return opened;
}

/** From the query to its results, which take the keys once they are those of the whole query. */
async function toResults(page: Page) {
  await page.keyboard.press("Enter");
  await page.locator('[data-grid="results"]:focus').waitFor();
}

/** Looks at a command and lets it start. */
async function tryHelpdesk(page: Page) {
  await page.getByRole("tab", { name: "Candidates" }).click();
  await page.getByLabel(/A configuration, a command line/).fill("npx -y helpdesk-mcp");
  await page.getByRole("button", { name: "Look at it" }).click();
  await page.getByRole("checkbox", { name: /helpdesk/ }).check();
}
async function start(page: Page) {
  await page.getByRole("button", { name: "Start it and list its tools" }).click();
  await page.getByRole("grid", { name: /Tools of helpdesk/ }).waitFor();
}

const LOOKS: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  ["nothing typed", "partial", () => Promise.resolve()],
  ["no servers", "empty", () => Promise.resolve()],
  [
    "results and a tool",
    "partial",
    async (page) => {
      await page.keyboard.type("create issue");
      await toResults(page);
      await page.keyboard.press("ArrowDown");
      await page.getByRole("article", { name: "Tool create_issue" }).getByText("Try other words").waitFor();
    },
  ],
  [
    "side by side",
    "partial",
    async (page) => {
      await page.keyboard.type("delete");
      await page.getByRole("tab", { name: "Side by side" }).click();
      await page.getByRole("grid", { name: "Places in every engine" }).waitFor();
    },
  ],
  ["nothing found", "partial", (page) => page.keyboard.type("branxx")],
  [
    "a run with a candidate",
    "partial",
    async (page) => {
      await tryHelpdesk(page);
      await start(page);
      await page.keyboard.press("Control+Shift+E");
      await page.getByRole("grid", { name: "Tasks, misses first" }).focus();
      await page.keyboard.press("Home");
      await page.getByRole("region", { name: "This task in every engine" }).waitFor();
    },
  ],
  ["consent for a candidate", "partial", tryHelpdesk],
  [
    "a candidate",
    "partial",
    async (page) => {
      await tryHelpdesk(page);
      await start(page);
    },
  ],
  [
    "findability",
    "partial",
    async (page) => {
      await page.getByRole("tab", { name: "Findability" }).click();
      await page.getByRole("button", { name: "Export Markdown…" }).waitFor();
    },
  ],
];

describe.each(["dark", "light"] as const)("in the %s theme", (theme) => {
  it.each(LOOKS)("%s has no accessibility violation", async (_look, scenario, act) => {
    const { page, errors } = await lab(scenario, theme);
    await act(page);
    await page.waitForTimeout(200);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

it("goes from a query to a task set's misses by keyboard alone", async () => {
  const { page, errors } = await lab("partial");
  await page.keyboard.type("assign pull request");
  await toResults(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText(/found at 2/).waitFor();
  await page.keyboard.press("Control+Shift+A");
  await page.getByText("“assign pull request” is in “everyday”.").waitFor();
  await page.keyboard.press("Control+Shift+E");
  const tasks = page.getByRole("grid", { name: "Tasks, misses first" });
  await tasks.waitFor();
  expect(await tasks.getByRole("row").nth(1).textContent()).toContain("✕");
  for (let pane = 0; pane < 8; pane += 1) {
    if (await tasks.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press("F6");
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  expect(await page.getByLabel("Query").inputValue()).not.toBe("assign pull request");
  expect(errors).toEqual([]);
  await page.context().close();
});

it("draws ten thousand results as few rows and moves through them", async () => {
  const { page } = await lab("huge");
  await page.getByLabel("Catalogue").selectOption("*");
  await page.getByLabel("Query").fill("tool");
  const grid = page.getByRole("grid", { name: /Found by/ });
  await grid.waitFor();
  await page.getByLabel("Top").fill("10000");
  await page.getByText(/10,\d{3} tools searched/).waitFor();
  await expect.poll(() => grid.getAttribute("aria-rowcount"), { timeout: 20_000 }).toBe("10001");
  await grid.focus();
  await page.keyboard.press("End");
  await grid.getByRole("row", { selected: true }).getByText("10000").waitFor();
  expect(await grid.getByRole("row").count()).toBeLessThan(60);
  await page.context().close();
});

it("shows what a candidate does to a task set", async () => {
  const { page } = await lab("partial");
  await tryHelpdesk(page);
  await start(page);
  await page.getByRole("button", { name: /See what it does to/ }).click();
  await page.getByText("7 queries, with 1 tried server against without").waitFor();
  await page.getByRole("columnheader", { name: "Change" }).waitFor();
  const won = page.getByRole("region", { name: "What changes" }).getByRole("list", { name: "Won" });
  await won.getByRole("button", { name: "reply to a customer" }).click();
  expect(await page.getByLabel("Query").inputValue()).toBe("reply to a customer");
  await page.locator('[data-grid="results"]:focus').waitFor();
  await page.context().close();
});

it("calls the server of a dropped catalogue like its file", async () => {
  const { page, errors } = await lab("partial");
  await page.getByRole("tab", { name: "Candidates" }).click();
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['{"tools": []}'], "freight.json", { type: "application/json" }));
    return data;
  });
  await page.locator(".candidate-input").dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByRole("region", { name: "Candidate freight" }).getByText("nothing was started").waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

it("stays usable at twice the zoom", async () => {
  const { page } = await stage.page("partial", { width: 640, height: 400 });
  await page.waitForSelector(".status-bar");
  await page.keyboard.press("Control+2");
  await page.getByLabel("Query").fill("create");
  await page.getByRole("grid", { name: /Found by/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  await page.context().close();
});
