/** Sizes that follow the text size. */

/** So many times the root's text size, px. */
export function rem(times: number): number {
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round(times * (Number.isFinite(root) && root > 0 ? root : 16));
}
