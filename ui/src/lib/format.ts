/** Numbers, times and paths as people read them. Numbers always use "," for thousands. */
import type { Band, TokenSum } from "../wire/generated";

// Made once: a formatter costs more than what it formats.
const GROUPED = new Intl.NumberFormat("en-US");
const HOURS = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** 31420 -> "31,420". */
export function count(value: number): string {
  return GROUPED.format(Math.round(value));
}

/** A sum of tokens; "≥" when a server that belongs to it did not answer. */
export function tokenSum(sum: TokenSum): string {
  return sum.lowerBound ? `≥ ${count(sum.tokens)}` : count(sum.tokens);
}

/** A difference: "+610", "−90", "±0". */
export function signed(difference: number): string {
  if (difference === 0) return "±0";
  return `${difference > 0 ? "+" : "−"}${count(Math.abs(difference))}`;
}

/** "1 tool", "2 tools". */
export function plural(amount: number, one: string, many = `${one}s`): string {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}

/** A part of a whole: "45 %", "3.9 %", "< 0.1 %"; "–" when there is no whole. */
export function share(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const percent = (100 * part) / whole;
  if (percent === 0) return "0 %";
  if (percent < 0.1) return "< 0.1 %";
  return percent < 10 ? `${percent.toFixed(1)} %` : `${Math.round(percent)} %`;
}

/**
 * What a Claude model may count for a sum: "24,100 – 31,400", rounded to three
 * digits because more would claim a precision nobody has.
 */
export function band(tokens: number, factors: Band): string {
  return `${count(threeDigits(tokens * factors.low))} – ${count(threeDigits(tokens * factors.high))}`;
}

function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

/** Milliseconds: "412 ms", "1.4 s", "2 min". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** RFC 3339 as local "12:04" today, else "24 Nov 2026, 12:04". */
export function clock(at: string, now: Date = new Date()): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  const hours = HOURS.format(time);
  return time.toDateString() === now.toDateString() ? hours : `${DAY.format(time)}, ${hours}`;
}

/** A home folder at the start of a path becomes "~". */
export function shortPath(path: string): string {
  return path.replace(/^(\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[/\\]|$)/, "~");
}
