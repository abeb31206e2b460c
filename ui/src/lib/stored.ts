/** View state that survives a restart: sizes of panes, what was looked at last. */
import { useCallback, useState } from "react";

const PREFIX = "plimsoll.";

/** Like `useState`, kept in this window's storage. A value of another type is not used. */
export function useStored<T extends string | number | boolean>(
  name: string,
  initial: T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(name, initial));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify(next));
      } catch {
        // A full or forbidden storage only costs the memory of a size.
      }
    },
    [name],
  );
  return [value, store];
}

/** What is kept under a name, as {@link useStored} reads it. */
export function read<T>(name: string, initial: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return typeof found === typeof initial ? (found as T) : initial;
  } catch {
    return initial;
  }
}
