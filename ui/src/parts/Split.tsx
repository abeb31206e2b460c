/** The movable border of a pane. Its size is stored; a double click resets it. */
import { useRef, type KeyboardEvent, type PointerEvent } from "react";

type Props = {
  /** What it sizes: "Inspector width". */
  label: string;
  /** Now, px. */
  size: number;
  /** Bounds and the size after a reset, px. */
  min: number;
  max: number;
  initial: number;
  /** Which way dragging makes the pane larger. */
  grows: "left" | "right" | "up" | "down";
  onSize: (size: number) => void;
};

const STEP = 16;

export function Split({ label, size, min, max, initial, grows, onSize }: Props) {
  const start = useRef<{ at: number; size: number } | null>(null);
  const sideways = grows === "left" || grows === "right";
  const sign = grows === "right" || grows === "down" ? 1 : -1;
  const set = (wanted: number) => onSize(Math.min(max, Math.max(min, Math.round(wanted))));
  const at = (event: PointerEvent) => (sideways ? event.clientX : event.clientY);

  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: at(event), size };
  };
  const move = (event: PointerEvent) => {
    if (start.current !== null) set(start.current.size + sign * (at(event) - start.current.at));
  };
  const up = () => {
    start.current = null;
  };
  const key = (event: KeyboardEvent) => {
    const [more, less] = sideways ? ["ArrowRight", "ArrowLeft"] : ["ArrowDown", "ArrowUp"];
    if (event.key === more) set(size + sign * STEP);
    else if (event.key === less) set(size - sign * STEP);
    else if (event.key === "Home") set(min);
    else if (event.key === "End") set(max);
    else return;
    event.preventDefault();
  };

  return (
    // A focusable separator is a widget (WAI-ARIA 1.2, separator role).
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <div
      role="separator"
      className={sideways ? "split split-sideways" : "split split-updown"}
      aria-label={label}
      aria-orientation={sideways ? "vertical" : "horizontal"}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onDoubleClick={() => onSize(initial)}
      onKeyDown={key}
    />
  );
}
