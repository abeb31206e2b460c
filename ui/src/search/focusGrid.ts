/** Gives the focus to one of the lab's grids, once it is on screen. */

export function focusGrid(name: string) {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-grid="${name}"]`)?.focus());
}
