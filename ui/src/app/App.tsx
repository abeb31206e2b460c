/** The page without what it provides to its parts. */
import { Tooltip } from "radix-ui";
import { StagedProvider } from "../loading/StagedProvider";
import { Notices } from "../parts/Notices";
import { Bench } from "./Bench";

export function App() {
  return (
    <Tooltip.Provider delayDuration={400}>
      <Notices>
        <StagedProvider>
          <Bench />
        </StagedProvider>
      </Notices>
    </Tooltip.Provider>
  );
}
