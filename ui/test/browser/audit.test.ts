/** What the Overview and Server views do under pointer and keys, in a real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Stage, violations, type Theme } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

/** Opens a scenario, does something, and expects no error on the console. */
async function on(scenario: string, act: (page: Page) => Promise<void>, look: Parameters<Stage["page"]>[1] = {}) {
  const { page, errors } = await stage.page(scenario, look);
  await page.locator(".status-bar").waitFor();
  await act(page);
  expect(errors).toEqual([]);
  await page.context().close();
}

it("finds a command by typing, and runs it with Enter", () =>
  on("partial", async (page) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("settings");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Settings" }).getByLabel("Servers at once").waitFor();
  }));

it("previews the tile under the pointer, and goes back to the selection", () =>
  on("partial", async (page) => {
    await page.getByRole("row", { name: /^git 12 tools/ }).click();
    await page.getByRole("article", { name: "Server git" }).waitFor();
    await page.getByRole("option", { name: /^API-delete_block, wiki/ }).hover();
    await page.getByRole("article", { name: "Tool API-delete_block" }).waitFor();
    await page.getByRole("row", { name: /^git 12 tools/ }).hover();
    await page.getByRole("article", { name: "Server git" }).waitFor();
  }));

it("orders the blocks by name when asked, and zooms by keys", () =>
  on("partial", async (page) => {
    const place = async (name: RegExp) => {
      const box = await page.getByRole("option", { name }).boundingBox();
      return (box?.y ?? 0) * 10_000 + (box?.x ?? 0);
    };
    expect(await place(/^wiki, server/)).toBeLessThan(await place(/^browser, server/));
    await page.getByLabel("Order").selectOption("by name");
    expect(await place(/^browser, server/)).toBeLessThan(await place(/^wiki, server/));
    const treemap = page.getByRole("listbox", { name: "Weight of tools by area" });
    await treemap.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("+");
    const crumbs = page.getByRole("navigation", { name: "Treemap" });
    await crumbs.getByText("wiki").waitFor();
    expect(await treemap.getByRole("option", { name: /, server,/ }).count()).toBe(1);
    await page.keyboard.press("-");
    await crumbs.getByText("All servers").waitFor();
    expect(await treemap.getByRole("option", { name: /, server,/ }).count()).toBeGreaterThan(4);
  }));

it("dims what the legend leaves out, and moves nothing", () =>
  on("partial", async (page) => {
    const wiki = page.getByRole("option", { name: /^API-delete_block, wiki/ });
    const before = await wiki.boundingBox();
    await page.getByRole("button", { name: "When needed", pressed: false }).click();
    await expect.poll(() => wiki.getAttribute("class")).toContain("dimmed");
    expect(await wiki.boundingBox()).toEqual(before);
  }));

it("shows why a server failed with its last words, and asks before it starts again", () =>
  on("exited", async (page) => {
    await page.getByRole("button", { name: "Show errors" }).click();
    const inspector = page.getByRole("article", { name: "Server errors" });
    await inspector.getByText("The program ended with code 3").waitFor();
    await inspector.getByText("fatal: no project to read from").waitFor();
    await inspector.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("dialog", { name: "Connect to servers" }).waitFor();
  }));

it("offers a login where one is wanted, can be cancelled, and connects after it", () =>
  on("login", async (page) => {
    await page.getByRole("button", { name: "Show errors" }).click();
    const inspector = page.getByRole("article", { name: "Server errors" });
    await inspector.getByRole("button", { name: "Log in…" }).click();
    const address = inspector.getByLabel("No browser opened? Open this address on this machine:");
    await address.waitFor();
    expect(await address.inputValue()).toMatch(/^https:\/\/login\.example\.com\//);
    await inspector.getByRole("button", { name: "Copy address" }).waitFor();
    await inspector.getByRole("button", { name: "Cancel login" }).click();
    await inspector.getByRole("button", { name: "Log in…" }).click();
    await page.getByRole("dialog", { name: "Connect to servers" }).waitFor();
  }));

it("tries again from the row's loading cell by keys alone", () =>
  on("exited", async (page) => {
    const grid = page.getByRole("treegrid");
    await grid.focus();
    await page.keyboard.type("err");
    for (let cell = 0; cell < 4; cell += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Connect to servers" }).waitFor();
  }));

it("says what the user told us at the numbers that rest on it", () =>
  on("partial", async (page) => {
    await page.getByText("Tool access not known").waitFor();
    await page.getByRole("button", { name: "Say which mode is on" }).click();
    await page.getByText("≥ 412", { exact: true }).first().waitFor();
    await page.getByLabel("Tool access").selectOption("Tools already loaded");
    await page.getByText("as you told us; no file").waitFor();
    await page.getByText("24,516", { exact: true }).nth(1).waitFor();
    await page.getByLabel("Client", { exact: true }).selectOption("All");
    await page.getByText("Tool access “Tools already loaded”, as you told us").waitFor();
  }));

describe("the log", () => {
  const open = async (page: Page) => {
    await page.keyboard.press("Control+4");
    await page.getByRole("tab", { name: /Log/ }).click();
    await page.locator(".log-line").first().waitFor();
  };

  it("follows the newest line until the user scrolls up", () =>
    on("huge", async (page) => {
      await open(page);
      await page.getByText("1,204 older lines dropped").waitFor();
      const follow = page.getByRole("checkbox", { name: "Follow" });
      await page.getByText("page 299: rate limit").waitFor();
      expect(await follow.isChecked()).toBe(true);
      await page.getByRole("listbox", { name: "Connection log" }).hover();
      await page.mouse.wheel(0, -600);
      await page.waitForFunction(() => !document.querySelector<HTMLInputElement>(".log input[type=checkbox]")?.checked);
    }));

  it("finds by its own field, and shows a message raw and indented", () =>
    on("huge", async (page) => {
      await open(page);
      await page.keyboard.press("Control+f");
      await page.keyboard.type('"progress":150');
      await page.getByText("1 of 300 lines").waitFor();
      await page.locator(".log-line").first().click();
      const message = page.getByRole("region", { name: "Message" });
      await message.getByText('"progress": 150').waitFor();
      await message.getByRole("button", { name: "Raw" }).click();
      await message.getByText('"progress":150').waitFor();
    }));
});

it("is a page of its own at twice the zoom, takes the focus and gives it back", () =>
  on(
    "partial",
    async (page) => {
      const grid = page.getByRole("treegrid");
      await grid.focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Enter");
      const inspector = page.getByRole("complementary", { name: "Inspector" });
      const box = await inspector.boundingBox();
      expect(box?.width ?? 0).toBeGreaterThan(560);
      expect(await inspector.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      await page.keyboard.press("Escape");
      await inspector.waitFor({ state: "detached" });
      expect(await grid.evaluate((node) => node === document.activeElement)).toBe(true);
    },
    { width: 640, height: 400 },
  ));

const STATES = [
  ["a failed server", "exited", async (page: Page) => page.getByRole("button", { name: "Show errors" }).click()],
  ["a tool", "partial", async (page: Page) => page.getByRole("button", { name: "API-create_page" }).click()],
  ["Claude Desktop alone", "partial", async (page: Page) => page.getByRole("button", { name: "Say which mode is on" }).click()],
  [
    "a log with a message",
    "huge",
    async (page: Page) => {
      await page.keyboard.press("Control+4");
      await page.getByRole("tab", { name: /Log/ }).click();
      await page.locator(".log-line").first().click();
    },
  ],
  [
    "a failed server in full",
    "exited",
    async (page: Page) => {
      await page.keyboard.press("Control+4");
      await page.getByRole("navigation", { name: "Servers" }).getByRole("button", { name: /errors/ }).click();
    },
  ],
] as const;

describe.each(["dark", "light"] as const)("in the %s theme", (theme: Theme) => {
  it.each(STATES)("%s has no accessibility violation", (_state, scenario, act) =>
    on(
      scenario,
      async (page) => {
        await act(page);
        await page.waitForTimeout(300);
        expect(await violations(page)).toEqual([]);
      },
      { theme },
    ),
  );
});

it("leads from a tool to where its loading is changed", () =>
  on("partial", async (page) => {
    await page.getByRole("button", { name: "API-create_page" }).click();
    await page.getByRole("button", { name: "Change in Loading" }).click();
    await page.getByRole("main", { name: "Loading" }).waitFor();
    expect(await page.getByRole("searchbox", { name: /Filter/ }).inputValue()).toBe("wiki");
  }));
