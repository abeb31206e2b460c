/** The app with its Loading view open, on a recorded host, for tests. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../src/app/App";
import type { Host } from "../src/wire/host";
import { HostContext } from "../src/wire/HostContext";
import { recordedHost } from "../src/wire/recorded";

/** Opens the app as a user who has begun, and goes to Loading. */
export async function openLoading(host: Host = recordedHost()) {
  localStorage.setItem("plimsoll.begun", "true");
  render(
    <HostContext value={host}>
      <App />
    </HostContext>,
  );
  const user = userEvent.setup();
  await screen.findByRole("treegrid");
  const toLoading = async () => {
    await user.keyboard("{Control>}3{/Control}");
    return screen.findByRole("treegrid", { name: "Servers and clients" });
  };
  return { user, toLoading, grid: await toLoading() };
}
