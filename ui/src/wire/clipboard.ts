/** The clipboard, as every host reaches it. */

/** Puts text on the clipboard. The old way is for webviews that refuse the new one. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string) {
  const field = document.createElement("textarea");
  field.value = text;
  // Inside an open dialog only its own content can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  // The only other way to the clipboard; deprecated, and kept by every engine.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("The system refused access to the clipboard.");
}
