import { describe, expect, test, vi } from "vitest";
import type { Audit, AuditRequest } from "../wire/generated";
import type { Host } from "../wire/host";
import { opened } from "./opening";

const AUDIT = { clients: [] } as unknown as Audit;

/** A host whose audits take so long, ms. */
function slow(ms: number) {
  const audit = vi.fn(() => new Promise<Audit>((resolve) => setTimeout(() => resolve(AUDIT), ms)));
  const host = {
    settings: () => Promise.resolve({ tokenizer: "o200k_base" }),
    projects: () => Promise.resolve([]),
    audit,
  } as unknown as Host;
  return { host, audit };
}

const REQUEST: AuditRequest = { clients: [], projects: [], tokenizer: "o200k_base" };

describe("the first audit", () => {
  test("is there before the page when it comes soon", async () => {
    const { host, audit } = slow(0);
    const { opening } = await opened(host);
    expect(opening?.audit).toBe(AUDIT);
    expect(audit).toHaveBeenCalledTimes(1);
  });

  test("is not made again for a page that could not wait for it", async () => {
    const { host, audit } = slow(400);
    const late = await opened(host);
    expect(late.opening).toBeNull();
    expect(await late.host.audit(REQUEST)).toBe(AUDIT);
    expect(audit).toHaveBeenCalledTimes(1);
    await late.host.audit(REQUEST);
    expect(audit, "asked again, it is read again").toHaveBeenCalledTimes(2);
  });

  test("of other files is made for a page that asks for them", async () => {
    const { host, audit } = slow(400);
    const late = await opened(host);
    await late.host.audit({ ...REQUEST, projects: ["/p"] });
    expect(audit).toHaveBeenLastCalledWith({ ...REQUEST, projects: ["/p"] });
  });
});
