/** Different servers of one name in the switchboard. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { HostContext } from "../wire/HostContext";
import { recordedHost } from "../wire/recorded";
import { App } from "./App";

beforeEach(() => localStorage.setItem("plimsoll.begun", "true"));

it("two programs of one name have a row each, told apart by what they start", async () => {
  render(
    <HostContext value={recordedHost()}>
      <App />
    </HostContext>,
  );
  const user = userEvent.setup();
  await screen.findByRole("treegrid");
  await user.keyboard("{Control>}3{/Control}");
  const grid = await screen.findByRole("treegrid", { name: "Servers and clients" });
  const rows = await within(grid).findAllByRole("row", { name: /^tickets/ });
  const texts = rows.map((row) => row.querySelector(".row-below")?.textContent);
  expect(texts).toEqual(["… tickets-mcp:1.9", "… tickets-mcp:1.4"]);
  expect(within(grid).getByRole("row", { name: /^wiki/ }).querySelector(".row-below")).toBeNull();
  const [, other] = rows;
  if (other === undefined) throw new Error("two rows");
  await user.click(other);
  expect(await screen.findByText(/^One of 2 different servers of this name:/)).toBeDefined();
});
