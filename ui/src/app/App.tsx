/** The page without what it provides to its parts. */
import { Tooltip } from "radix-ui";
import { StagedProvider } from "../loading/StagedProvider";
import { Notices } from "../parts/Notices";
import { Bench } from "./Bench";
import type { Opening } from "./opening";

/** `opening`: what was read before; null: nothing. */
export function App({ opening = null }: { opening?: Opening | null }) {
  return (
    <Tooltip.Provider delayDuration={400}>
      <Notices>
        <StagedProvider>
          <Bench opening={opening} />
        </StagedProvider>
      </Notices>
    </Tooltip.Provider>
  );
}
