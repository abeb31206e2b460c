/** Which dropped files can be read as text. */

/** A larger file is read from its path, by the engine, which bounds it itself. */
const LARGEST = 16 * 1024 * 1024;

/** Why this file must be chosen instead; null: it can be dropped. */
export function droppedProblem(name: string, bytes: number): string | null {
  if (/\.(mcpb|dxt|zip)$/i.test(name)) return `${name} is a bundle: use “Choose a file…” for it.`;
  if (bytes > LARGEST) return `${name} is larger than 16 MB: use “Choose a file…” for it.`;
  return null;
}
