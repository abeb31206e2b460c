/** The Loading view in a real browser: from the heaviest server to its proof, by keys alone. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command, openLoading, review, staged, toBoard, written } from "./loadingSteps";
import { Stage, violations, type Theme } from "./page";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
});

const open = (scenario: string, theme?: Theme, width?: number, height?: number) =>
  openLoading(stage, scenario, theme, width, height);

describe.each(["dark", "light"] as const)("in the %s theme", (theme: Theme) => {
  it("an unchecked box has the ground of the theme, a checked one its accent", async () => {
    const { page } = await open("partial", theme);
    const box = page.getByLabel("Changed only");
    const ground = () => box.evaluate((one) => getComputedStyle(one).backgroundColor);
    const [unchecked, checked] = theme === "dark" ? ["rgb(11, 13, 17)", "rgb(43, 104, 207)"] : ["rgb(236, 238, 241)", "rgb(31, 95, 196)"];
    expect(await ground()).toBe(unchecked);
    await box.check();
    expect(await ground()).toBe(checked);
    await page.close();
  });

  it.each<[string, string, (page: Page) => Promise<void>]>([
    ["the switchboard", "partial", () => Promise.resolve()],
    [
      "an open server with its scope",
      "partial",
      async (page) => {
        await toBoard(page);
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        await page.getByText("Keep only these tools").waitFor();
      },
    ],
    [
      "the review",
      "partial",
      async (page) => {
        await staged(page);
        await review(page);
      },
    ],
    [
      "the conflict",
      "contrary",
      async (page) => {
        await staged(page);
        await review(page);
        await page.keyboard.press("Control+s");
        await page.getByRole("region", { name: "Not written" }).waitFor();
      },
    ],
    [
      "a proof with a difference",
      "contrary",
      async (page) => {
        await command(page, "Prove what loads");
        await page.getByRole("button", { name: "Prove with Claude Code" }).click();
        await page.getByText("1 difference.").waitFor();
        await page.getByRole("grid", { name: "Tools, predicted and observed" }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("region", { name: /as sent$/ }).waitFor();
      },
    ],
    [
      "presets",
      "partial",
      async (page) => {
        await staged(page);
        await command(page, "Presets");
        await page.getByRole("dialog", { name: "Presets" }).waitFor();
      },
    ],
    [
      "history",
      "partial",
      async (page) => {
        await written(page);
        await command(page, "History of writes");
        await page.getByRole("button", { name: /^Changes of/ }).click();
        await page.getByRole("region", { name: /Changes of/ }).waitFor();
      },
    ],
  ])("%s has no accessibility violation", async (_what, scenario, act) => {
    const { page, errors } = await open(scenario, theme);
    await act(page);
    await page.waitForTimeout(200);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

it("goes from the heaviest server over review and write to proof and undo by keys alone", async () => {
  const { page, errors } = await open("partial");
  const grid = await toBoard(page);
  await page.keyboard.press("Home");
  expect(await grid.getByRole("row", { selected: true }).textContent()).toContain("wiki");
  await page.keyboard.press("Space");
  await page.getByText("≥ 31,749 → 10,978 tok", { exact: true }).waitFor();
  await page.getByRole("status").getByText("Staged: wiki in Claude Code, user: when needed. Saves 20,771 tokens.").waitFor();
  // Over the other values back to the first: nothing is staged any more.
  await page.keyboard.press("Space");
  await page.getByRole("status").getByText("Staged: wiki in Claude Code, user: off.").waitFor();
  await page.keyboard.press("Space");
  await page.getByText("1 staged").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.getByText("≥ 31,749 → 10,978 tok", { exact: true }).waitFor();
  await page.keyboard.press("Control+s");
  const diff = page.getByRole("region", { name: "Changes of /home/ada/.claude.json" });
  await diff.getByText('"alwaysLoad": true').waitFor();
  await diff.getByText('"alwaysLoad": false').waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("Written: ~/.claude.json. A backup is kept. Start a new Claude Code session to load it.").waitFor();
  await command(page, "Prove what loads");
  await page.keyboard.press("Tab");
  for (let step = 0; step < 6; step += 1) {
    const name = await page.evaluate(() => document.activeElement?.textContent);
    if (name === "Prove with Claude Code") break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Result" }).getByText("Confirmed by Claude Code 2.1.332").waitFor();
  await page.getByRole("columnheader", { name: /Claude Code.*Confirmed by Claude Code 2\.1\.332, 12:07/ }).waitFor();
  await command(page, "Undo the last write");
  await page.getByText("Taken back: ~/.claude.json.").waitFor();
  await page.getByRole("columnheader", { name: /≥ 31,749/ }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

it("shows both plans when a file changed since, and writes on the new text", async () => {
  const { page } = await open("contrary");
  await staged(page);
  await review(page);
  await page.keyboard.press("Control+s");
  const conflict = page.getByRole("region", { name: "Not written" });
  await conflict.getByText("has changed since the plan was made").waitFor();
  await conflict.getByRole("button", { name: "Read again and re-plan" }).waitFor();
  await page.keyboard.press("Control+s");
  await conflict.getByText("On the files as they are now").waitFor();
  await conflict.getByText("As you reviewed it").waitFor();
  await page.getByText("1 staged").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText(/^Written:/).waitFor();
  await command(page, "Undo the last write");
  await command(page, "History of writes");
  await page.getByRole("button", { name: "Undo only our edit" }).click();
  await page.getByText(/^Taken back:/).waitFor();
  await page.context().close();
});

it("refuses what a client has no switch for, with the reason in sight", async () => {
  const { page } = await open("partial");
  await toBoard(page);
  await page.keyboard.press("Home");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  const pane = page.getByRole("article", { name: "Server wiki" });
  await pane.getByText("Claude Desktop keeps tool access in your account").waitFor();
  expect(await pane.getByRole("radio", { name: "Always" }).isDisabled()).toBe(true);
  await page.context().close();
});

it("says why a proof came to nothing, and can be stopped", async () => {
  const { page } = await open("partial");
  await command(page, "Prove what loads");
  const program = page.getByRole("textbox", { name: "Program" });
  await program.fill("/nowhere/claude");
  await page.getByRole("button", { name: "Prove with Claude Code" }).click();
  await page.getByText("The program `/nowhere/claude` was not found").waitFor();
  await program.fill("");
  await page.getByRole("button", { name: "Prove with Claude Code" }).click();
  await page.getByRole("status").getByText(/Claude Code is asked… \d+ s/).waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByText("Stopped. Nothing was compared.").waitFor();
  await page.getByLabel("Client", { exact: true }).last().selectOption("Cursor");
  await page.getByRole("button", { name: "Read Cursor’s files again" }).click();
  await page.getByRole("region", { name: "Result" }).getByText(/Files read again agree for Cursor/).waitFor();
  await page.context().close();
});

it("keeps ten thousand tools fluid: few rows are drawn, and Space answers", async () => {
  const { page } = await open("huge");
  const grid = await toBoard(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await expect.poll(() => grid.getByRole("row", { selected: true }).count()).toBe(1);
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  await page.keyboard.press("Home");
  for (let step = 0; step < 30; step += 1) await page.keyboard.press("ArrowDown");
  expect(await grid.getByRole("row", { selected: true }).count()).toBe(1);
  await page.keyboard.press("Space");
  await page.getByText("1 staged").waitFor();
  await page.context().close();
});

it("stays usable at twice the zoom", async () => {
  const { page } = await open("partial", "dark", 640, 400);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  await page.context().close();
});
