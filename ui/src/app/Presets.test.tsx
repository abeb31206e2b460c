/** A preset keeps where its choices are written. */
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openLoading } from "../../test/loading";
import { recordedHost } from "../wire/recorded";
import { emptyRequest } from "../lib/specs";

it("a preset says which files its choices go to, and they go there", async () => {
  const host = recordedHost();
  const set = ["claude-code:user/wiki=when-needed", "cursor:user/git=off"];
  await host.savePreset({ id: 0, name: "Light", choices: { ...emptyRequest(null), set, level: "local", cursorAgent: true } });
  const { user } = await openLoading(host);
  await user.click(screen.getByRole("button", { name: "Presets…" }));
  const sheet = await screen.findByRole("dialog", { name: "Presets" });
  expect(await within(sheet).findByText("Rules and mode go to settings: project’s, local")).toBeDefined();
  expect(within(sheet).getByText("Cursor: in the agent’s own list of servers that are off")).toBeDefined();
  await user.click(within(sheet).getByRole("button", { name: "Stage Light" }));
  await screen.findByText("2 staged");
  await user.keyboard("{Control>}s{/Control}");
  const level = await screen.findByLabelText<HTMLSelectElement>("Rules and mode go to settings");
  expect(level.value).toBe("local");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /agent’s own list/ }).checked).toBe(true);
});
