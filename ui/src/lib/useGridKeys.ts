/**
 * Keys of a treegrid (WAI-ARIA APG): rows first, then cells; arrows, Home, End,
 * Page keys, type ahead by name.
 */
import { useRef, useState, type KeyboardEvent } from "react";

type Grid = {
  /** Rows shown now, and columns. */
  count: number;
  columns: number;
  /** The active row; -1: none yet. */
  at: number;
  /** Rows of one page. */
  page: number;
  name: (at: number) => string;
  /** Depth in the tree, from 0. */
  level: (at: number) => number;
  /** Whether a row is open; null: it has nothing to open. */
  open: (at: number) => boolean | null;
  onOpen: (at: number, open: boolean) => void;
  onMove: (at: number) => void;
  /** `cell` is the active column; -1: the row as a whole. */
  onEnter: (at: number, mod: boolean, cell: number) => void;
  /** Space, with the active column; -1: the row as a whole. */
  onSpace?: (at: number, cell: number) => void;
};

/** Letters typed within this time are one word, ms. */
const TYPE_AHEAD_MS = 700;

export function useGridKeys(grid: Grid) {
  // The active column; -1: the row as a whole.
  const [cell, setCell] = useState(-1);
  const typed = useRef({ text: "", time: 0 });
  const { at, count } = grid;

  const move = (to: number) => {
    if (count > 0) grid.onMove(Math.min(count - 1, Math.max(0, to)));
  };
  const right = () => {
    if (cell >= 0) setCell(Math.min(grid.columns - 1, cell + 1));
    else if (grid.open(at) === false) grid.onOpen(at, true);
    else setCell(0);
  };
  const left = () => {
    if (cell >= 0) setCell(cell - 1);
    else if (grid.open(at) === true) grid.onOpen(at, false);
    else {
      let parent = at - 1;
      while (parent >= 0 && grid.level(parent) >= grid.level(at)) parent -= 1;
      if (parent >= 0) move(parent);
    }
  };
  const typeAhead = (event: KeyboardEvent) => {
    const since = event.timeStamp - typed.current.time;
    const text = (since < TYPE_AHEAD_MS ? typed.current.text : "") + event.key.toLowerCase();
    typed.current = { text, time: event.timeStamp };
    // One letter goes on from the next row; more letters refine where we are.
    const from = text.length === 1 ? at + 1 : Math.max(0, at);
    for (let step = 0; step < count; step += 1) {
      const candidate = (from + step) % count;
      if (grid.name(candidate).toLowerCase().startsWith(text)) return move(candidate);
    }
  };

  const moves: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    ArrowRight: right,
    ArrowLeft: left,
    Home: () => move(0),
    End: () => move(count - 1),
    PageDown: () => move(at + grid.page),
    PageUp: () => move(at - grid.page),
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey;
    if (event.altKey || event.target !== event.currentTarget) return;
    if (event.key === "Enter") {
      if (at >= 0) grid.onEnter(at, mod, cell);
    } else if (mod) {
      return;
    } else if (event.key === " " && grid.onSpace !== undefined) {
      if (at >= 0) grid.onSpace(at, cell);
    } else if (moves[event.key] !== undefined) {
      moves[event.key]?.();
    } else if (/^[\p{L}\p{N}_]$/u.test(event.key)) {
      typeAhead(event);
    } else {
      return;
    }
    event.preventDefault();
  };

  return { cell, setCell, onKeyDown };
}
