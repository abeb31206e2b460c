import { describe, expect, it } from "vitest";
import { groupFill } from "./tiles";

describe("the fill of a group", () => {
  const row = (loading: "always" | "whenNeeded" | "off", tokens: number) => ({ loading, tokens });
  it("is the loading most of its tokens have", () => {
    expect(groupFill([row("always", 10), row("whenNeeded", 900)])).toBe("whenNeeded");
    expect(groupFill([row("always", 900), row("whenNeeded", 10)])).toBe("always");
  });
  it("is the heavier loading of two with the same tokens", () => {
    expect(groupFill([row("off", 0), row("always", 0)])).toBe("always");
  });
  it("is unknown for nothing", () => {
    expect(groupFill([])).toBe("unknown");
  });
});
