/** The code of what is not in the first frame. */
import { useEffect, useState } from "react";

type Later = typeof import("./later");

let there: Later | null = null;

/** Null until it is there, moments after the first frame. */
export function useLater(): Later | null {
  const [later, setLater] = useState(there);
  useEffect(() => {
    if (later !== null) return;
    // Not in the way of what is painted now.
    const timer = setTimeout(() => {
      void import("./later").then((found) => {
        there = found;
        setLater(found);
      });
    });
    return () => clearTimeout(timer);
  }, [later]);
  return later;
}
