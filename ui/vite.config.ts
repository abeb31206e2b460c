/**
 * Builds the window's page. `--mode recorded` builds the same page on recorded
 * answers instead, for tests in a browser and for screenshots; nothing of that
 * is in the shipped `dist`.
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** What `tauri.conf.json` enforces, so that tests in a browser run under it too. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export default defineConfig(({ mode }) => {
  const recorded = mode === "recorded";
  return {
    plugins: [react()],
    build: {
      target: "safari16",
      outDir: recorded ? "dist-recorded" : "dist",
      assetsInlineLimit: 0,
      rolldownOptions: { input: recorded ? "recorded.html" : "index.html" },
    },
    preview: { headers: { "Content-Security-Policy": CSP } },
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "unit",
            environment: "jsdom",
            include: ["src/**/*.test.{ts,tsx}"],
            setupFiles: ["test/setup.ts"],
            testTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            name: "browser",
            environment: "node",
            include: ["test/browser/*.test.ts"],
            testTimeout: 60_000,
            hookTimeout: 120_000,
            fileParallelism: false,
            // A browser on a busy build machine may stall; what fails twice is a fault.
            retry: 1,
          },
        },
      ],
    },
  };
});
