/** Puts the page on screen, on the host given. */
// Tokens and elements first: what views say about them must win.
import "../theme.css";
import "../base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Host } from "../wire/host";
import { HostContext } from "../wire/HostContext";
import { App } from "./App";
import { opened } from "./opening";

/** Renders the app into `#root`, with the first answers where they come soon. */
export async function start(host: Host): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no #root");
  const first = await opened(host);
  createRoot(root).render(
    <StrictMode>
      <HostContext value={first.host}>
        <App opening={first.opening} />
      </HostContext>
    </StrictMode>,
  );
}
