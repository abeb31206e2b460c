/** What is said of a server before it may start. */
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ConsentAsk } from "../wire/generated";
import { HostContext } from "../wire/HostContext";
import { recordedHost } from "../wire/recorded";
import { ConsentItem } from "./ConsentItem";
import { Notices } from "./Notices";

const SETTINGS = "/home/ada/code/shop/.claude/settings.json";
const OWN = "/home/ada/.claude/settings.json";

function show(given: ConsentAsk["given"]) {
  const ask: ConsentAsk = {
    key: "k", names: ["crawler"], clients: ["claude-code"], transport: "stdio", command: ["npx", "crawler"],
    directory: null, variables: [], given, headers: [], headersHelper: null, file: "", line: 1, remembered: false, because: "",
  };
  render(
    <HostContext value={recordedHost()}>
      <Notices>
        <ConsentItem ask={ask} allowed onAllow={vi.fn()} />
      </Notices>
    </HostContext>,
  );
}

it("says in one line per file what settings give a server", () => {
  show([
    { name: "NODE_OPTIONS", value: "•••", file: SETTINGS, ofProject: true },
    { name: "EDITOR", value: "•••", file: OWN, ofProject: false },
    { name: "PATH", value: "•••", file: SETTINGS, ofProject: true },
  ]);
  const line = screen.getByText("NODE_OPTIONS=••• PATH=•••").closest("p");
  expect(line?.querySelector("button")?.title).toBe(`Open ${SETTINGS}`);
  expect(screen.getByText("EDITOR=•••").closest("p")?.querySelector("button")?.title).toBe(`Open ${OWN}`);
});

it("says nothing of settings that give nothing", () => {
  show([]);
  expect(screen.queryByText(/given/)).toBeNull();
});
