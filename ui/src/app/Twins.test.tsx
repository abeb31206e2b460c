/** Different servers of one name in the switchboard. */
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openLoading } from "../../test/loading";

it("two programs of one name have a row each, told apart by what they start", async () => {
  const { user, grid } = await openLoading();
  const rows = await within(grid).findAllByRole("row", { name: /^tickets/ });
  const texts = rows.map((row) => row.querySelector(".row-below")?.textContent);
  expect(texts).toEqual(["… tickets-mcp:1.9", "… tickets-mcp:1.4"]);
  expect(within(grid).getByRole("row", { name: /^wiki/ }).querySelector(".row-below")).toBeNull();
  const [, other] = rows;
  if (other === undefined) throw new Error("two rows");
  await user.click(other);
  expect(await screen.findByText(/^One of 2 different servers of this name:/)).toBeDefined();
});
