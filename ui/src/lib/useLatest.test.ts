/** The newest question's answer, whatever order answers come in. */
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { Asker, useLatest } from "./useLatest";

type Answer = { resolve: (value: string) => void; reject: (error: Error) => void };
let open: Map<string, Answer>;
const ask = vi.fn((question: string) => new Promise<string>((resolve, reject) => open.set(question, { resolve, reject })));

beforeEach(() => {
  open = new Map();
  ask.mockClear();
  vi.useFakeTimers();
});

function start() {
  return renderHook(({ question }: { question: string | null }) => useLatest(ask, question), {
    initialProps: { question: "a" },
  });
}
const settle = (run: () => void) => act(async () => {
  run();
  await vi.advanceTimersByTimeAsync(0);
});

it("asks at once when nothing is on its way, and keeps an answer until the next", async () => {
  const { result, rerender } = start();
  expect(ask).toHaveBeenCalledWith("a");
  await settle(() => open.get("a")?.resolve("A"));
  expect(result.current).toMatchObject({ answer: { question: "a", value: "A" }, busy: false });
  rerender({ question: "b" });
  expect(result.current).toMatchObject({ answer: { value: "A" }, busy: true });
});

it("asks only the newest of those that came meanwhile, and drops the answer nobody wants", async () => {
  const { result, rerender } = start();
  rerender({ question: "ab" });
  rerender({ question: "abc" });
  await settle(() => open.get("a")?.resolve("A"));
  expect(ask.mock.calls.map(([question]) => question)).toEqual(["a", "abc"]);
  expect(result.current.answer).toBeNull();
  await settle(() => open.get("abc")?.resolve("ABC"));
  expect(result.current.answer?.value).toBe("ABC");
});

it("does not wait for an answer that never comes", async () => {
  const { result, rerender } = start();
  rerender({ question: "b" });
  await settle(() => vi.advanceTimersByTime(1000));
  await settle(() => open.get("b")?.resolve("B"));
  expect(result.current.answer?.value).toBe("B");
  await settle(() => open.get("a")?.resolve("A"));
  expect(result.current.answer?.value).toBe("B");
});

it("keeps the last answer beside why the newest failed", async () => {
  const { result, rerender } = start();
  await settle(() => open.get("a")?.resolve("A"));
  rerender({ question: "b" });
  await settle(() => open.get("b")?.reject(new Error("gone")));
  expect(result.current).toMatchObject({ answer: { value: "A" }, busy: false, problem: { message: "gone" } });
});

it("asks before anybody is told, and tells of an answer once", async () => {
  const asker = new Asker(ask);
  const told = vi.fn(() => [asker.busy, ask.mock.calls.length]);
  const stop = asker.subscribe(told);
  asker.ask("a");
  await settle(() => open.get("a")?.resolve("A"));
  expect(told.mock.results.map(({ value }) => value as unknown)).toEqual([
    [true, 1],
    [false, 1],
  ]);
  expect(asker.settled.answer?.value).toBe("A");
  stop();
  asker.ask("b");
  expect(told).toHaveBeenCalledTimes(2);
});
