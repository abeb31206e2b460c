/** The recorded host's answers for the Loading view. */
import type { Audit } from "./generated";
import type { Host } from "./host";

type Answers = Pick<
  Host,
  | "switchboard"
  | "plan"
  | "apply"
  | "undo"
  | "writes"
  | "writeDiff"
  | "prove"
  | "cancelProof"
  | "presets"
  | "savePreset"
  | "removePreset"
>;

export function recordedLoading(current: () => Audit): Answers {
  const later = () => Promise.reject(new Error(`not recorded for ${current().schema}`));
  return {
    switchboard: later,
    plan: later,
    apply: later,
    undo: later,
    writes: later,
    writeDiff: later,
    prove: later,
    cancelProof: later,
    presets: later,
    savePreset: later,
    removePreset: later,
  };
}
