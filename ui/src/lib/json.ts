/** JSON as text, laid out for reading or for size, without changing what it says. */

/** White space outside strings is left out; numbers and key order stay as written. */
export function minified(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (part) => (part.startsWith('"') ? part : ""));
}

/** Indented for reading; null when the text is no JSON object or array. */
export function pretty(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
