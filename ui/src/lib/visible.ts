/**
 * Makes characters visible that would hide or reorder text from servers:
 * control characters, bidirectional marks, zero-width and tag characters.
 * Servers' text is data; nothing in it may change how the page reads.
 */

/** A run of text, or one hidden character in its visible form. */
export type Segment = { text: string; hidden: boolean };

// C0 and C1 controls, soft hyphen, Arabic letter mark, Hangul fillers, Mongolian
// separator, zero-width and bidi marks, line separators, invisible operators,
// byte order mark, interlinear anchors, variation selectors supplement, tags.
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- controls are what it looks for
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** The visible form of one hidden character. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/**
 * Cuts text into plain runs and hidden characters.
 *
 * With `lines`, line ends and tabs stay what they are, for text shown over
 * several lines; without, they are shown too.
 */
export function segments(text: string, { lines = false } = {}): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const character = match[0];
    if (lines && (character === "\n" || character === "\t")) continue;
    if (lines && character === "\r" && text[match.index + 1] === "\n") {
      found.push({ text: text.slice(from, match.index), hidden: false });
      from = match.index + 1;
      continue;
    }
    if (match.index > from) found.push({ text: text.slice(from, match.index), hidden: false });
    found.push({ text: picture(character), hidden: true });
    from = match.index + character.length;
  }
  if (from < text.length) found.push({ text: text.slice(from), hidden: false });
  return found;
}

/** One line of text with hidden characters in their visible form. */
export function visible(text: string): string {
  return segments(text)
    .map((segment) => segment.text)
    .join("");
}
