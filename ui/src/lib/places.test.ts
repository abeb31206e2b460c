import { expect, it } from "vitest";
import { back, forward, go, START } from "./places";

it("goes back and forward as a browser does", () => {
  const zoomed = go(START, { zoom: "wiki" });
  const server = go(zoomed, { view: "server", server: "wiki" });
  expect(back(server).now).toEqual(zoomed.now);
  expect(forward(back(server)).now).toEqual(server.now);
  expect(go(back(server), { view: "findings" }).future).toEqual([]);
});

it("stays when there is nowhere to go", () => {
  expect(go(START, { view: "overview" })).toBe(START);
  expect(back(START)).toEqual(START);
  expect(forward(START)).toEqual(START);
});
