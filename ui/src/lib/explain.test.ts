import { expect, it } from "vitest";
import type { Audit } from "../wire/generated";
import auditFile from "../wire/recorded/audit.json";
import * as explain from "./explain";

const audit = auditFile as Audit;

it.each(audit.clients.map((client) => [client.id, client] as const))(
  "says in each head number what a weight counts in %s",
  (_id, client) => {
    for (const text of [explain.standing, explain.deferred, explain.allEager]) {
      expect(text(client, { ...audit, access: "unknown" })).toContain(client.counts);
    }
  },
);
