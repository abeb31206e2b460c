/** Where texts occur in another, for marking what a search matched. */

/** A run of text, marked or not. */
export type Marked = { text: string; marked: boolean };

/** Cuts `text` into runs; every place of every mark, without case, is marked. */
export function marked(text: string, marks: readonly string[]): Marked[] {
  const wanted = [...new Set(marks.map((mark) => mark.toLowerCase()))].filter((mark) => mark !== "");
  const lower = text.toLowerCase();
  // Lower case may be longer than the text ("İ"): then places would not agree.
  if (wanted.length === 0 || lower.length !== text.length) return text === "" ? [] : [{ text, marked: false }];
  const on = new Uint8Array(text.length);
  for (const mark of wanted) {
    for (let at = lower.indexOf(mark); at >= 0; at = lower.indexOf(mark, at + mark.length)) {
      on.fill(1, at, at + mark.length);
    }
  }
  const runs: Marked[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && on[at] === on[from]) continue;
    runs.push({ text: text.slice(from, at), marked: on[from] === 1 });
    from = at;
  }
  return runs;
}
