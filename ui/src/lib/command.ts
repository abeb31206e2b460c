/** A command as one line in which every argument can be told from the next. */

/** Quotes arguments that hold spaces, quotes or nothing, as a POSIX shell would read them. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

function quoted(word: string): string {
  if (word !== "" && /^[^\s"'\\$`|&;<>()*?#]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
