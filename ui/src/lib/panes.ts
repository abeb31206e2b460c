/** Moving the focus between panes (F6). A pane is an element marked `data-pane`. */

const FOCUSABLE =
  '[role="treegrid"], [role="grid"], button:not(:disabled), input, select, [tabindex="0"]';

/** Focuses the next or previous pane; answers whether there was one. */
export function focusPane(step: 1 | -1): boolean {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  if (panes.length === 0) return false;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + step + panes.length) % panes.length];
  const list = next?.querySelector<HTMLElement>('[role="treegrid"], [role="grid"]');
  const target = list ?? next?.querySelector<HTMLElement>(FOCUSABLE) ?? next;
  target?.focus();
  return target !== undefined;
}

/** Focuses the filter in view: of what is shown, like a log, before the toolbar's; in the Search lab its query. */
export function focusFilter() {
  const fields = [...document.querySelectorAll<HTMLInputElement>("[data-filter]")];
  const seen = fields.filter((field) => field.getClientRects().length > 0);
  const field = document.querySelector<HTMLInputElement>("[data-query]") ?? seen.at(-1) ?? fields[0];
  field?.focus();
  field?.select();
}

/** Whether a table, treemap or list has the focus, so that single-letter keys work. */
export function listHasFocus(): boolean {
  const role = document.activeElement?.getAttribute("role") ?? "";
  return ["treegrid", "grid", "listbox"].includes(role);
}

/** Whether the focus is in a field that has its own undo. */
export function isTyping(): boolean {
  const at = document.activeElement;
  return at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && !["checkbox", "radio"].includes(at.type));
}
