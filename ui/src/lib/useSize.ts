/** The size of an element, px, kept up to date. */
import { useLayoutEffect, useState, type RefObject } from "react";

export type Size = { width: number; height: number };

/** `{0, 0}` until the element is laid out, which is before it is first painted. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return;
    const take = (width: number, height: number) => {
      const next = { width: Math.floor(width), height: Math.floor(height) };
      setSize((now) => (now.width === next.width && now.height === next.height ? now : next));
    };
    // An observer answers only after the first frame: what needs the size would be missing in it.
    take(node.clientWidth, node.clientHeight);
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) take(entry.contentRect.width, entry.contentRect.height);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
