/**
 * The built page on recorded answers in a real Chromium, under the app's
 * content security policy.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { preview, type PreviewServer } from "vite";

/** Where Chromium may be; the variable wins. */
const PLACES = [
  process.env["PLIMSOLL_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export type Theme = "dark" | "light";

type Look = { theme?: Theme; begun?: boolean; width?: number; height?: number };

export class Stage {
  private constructor(
    private readonly server: PreviewServer,
    private readonly browser: Browser,
    private readonly address: string,
  ) {}

  static async open(): Promise<Stage> {
    const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
    if (executablePath === undefined) {
      throw new Error("No Chromium found: apt-get install chromium, or set PLIMSOLL_CHROMIUM.");
    }
    const server = await preview({
      root: resolve(import.meta.dirname, "../.."),
      mode: "recorded",
      build: { outDir: "dist-recorded" },
      preview: { port: 0 },
      logLevel: "silent",
    });
    const address = server.httpServer.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    return new Stage(server, browser, `http://localhost:${port}/recorded.html`);
  }

  /** A fresh window; what the console reports as an error fails the test through `errors`. */
  async page(
    scenario: string,
    { theme = "dark", begun = true, width = 1280, height = 800 }: Look = {},
  ): Promise<{ page: Page; errors: string[] }> {
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    if (begun) await page.addInitScript(() => localStorage.setItem("plimsoll.begun", "true"));
    await page.goto(`${this.address}?scenario=${scenario}`);
    return { page, errors };
  }

  async close() {
    await this.browser.close();
    await this.server.close();
  }
}

/** What axe finds wrong, one line per rule and element. */
export async function violations(page: Page): Promise<string[]> {
  // The policy forbids inline scripts; the debugger may still evaluate.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: runner } = window as unknown as { axe: typeof import("axe-core") };
    const rule = "label-content-name-mismatch";
    const whole = await runner.run(document, {
      resultTypes: ["violations"],
      rules: { [rule]: { enabled: false } },
    });
    // Tiles show shortened names; the whole name is their accessible one, and the table has it in
    // full. Everywhere else what is seen must be in the name.
    const names = await runner.run(
      { exclude: [".treemap"] },
      { resultTypes: ["violations"], runOnly: { type: "rule", values: [rule] } },
    );
    return [...whole.violations, ...names.violations].flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
    );
  });
}
