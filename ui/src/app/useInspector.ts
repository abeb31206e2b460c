/** Whether the inspector is shown, and whether it lies over the page. */
import { useEffect, useState } from "react";

/** Below this width the inspector is an overlay. */
const NARROW = "(max-width: 1099px)";

export type InspectorState = { open: boolean; overlay: boolean; set: (open: boolean) => void };

/** Closes when the window gets narrow, opens when it gets wide; between, the user decides. */
export function useInspector(): InspectorState {
  const [overlay, setOverlay] = useState(() => window.matchMedia(NARROW).matches);
  const [open, set] = useState(!overlay);
  useEffect(() => {
    const narrow = window.matchMedia(NARROW);
    const change = () => {
      setOverlay(narrow.matches);
      set(!narrow.matches);
    };
    narrow.addEventListener("change", change);
    return () => narrow.removeEventListener("change", change);
  }, []);
  return { open, overlay, set };
}
