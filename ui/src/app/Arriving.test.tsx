/** An entry copied to another client, and switched there before it is written. */
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openLoading } from "../../test/loading";

it("has its switches at once, and loses them with the copy", async () => {
  const { user, grid } = await openLoading();
  grid.focus();
  await user.keyboard("{Home}{Enter}");
  const side = await screen.findByRole("complementary", { name: "Details" });
  await user.selectOptions(await within(side).findByLabelText("To"), "cursor:user");
  await user.click(within(side).getByRole("button", { name: "Copy" }));
  await screen.findByText("1 staged");
  await user.click(await within(side).findByRole("button", { name: "Cursor" }));
  await within(side).findByText(/^Staged changes put it here\./);
  await user.click(within(side).getByRole("radio", { name: "Off" }));
  await screen.findByText("2 staged");
  await within(side).findByText(/^Staged; without it/);
  const entry = within(side).getByRole("heading", { name: "The entry" }).closest("section");
  if (entry === null) throw new Error("no section");
  await user.click(within(entry).getByRole("button", { name: "Put back" }));
  expect(screen.queryByText(/\d staged/)).toBeNull();
});
