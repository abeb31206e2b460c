/** What the history says of a write: whether it stands, and which of its files later ones wrote. */
import type { ChangeSetLine, FileDiff, PlanView, Problem } from "../wire/generated";

/** Whether it was done, is no undo, and was not taken back. */
export function stands({ state, undoOf, undoneBy }: ChangeSetLine): boolean {
  return state === "done" && undoOf === null && undoneBy === null;
}

/** A write that stands, with its files that no later one of these has written. */
export type Standing = { line: ChangeSetLine; own: readonly string[] };

/**
 * The writes that stand, newest first as `writes` are, without those that later ones
 * have written over: what such a file lacks, no client has dropped.
 */
export function standing(writes: readonly ChangeSetLine[]): Standing[] {
  const later = new Set<string>();
  return writes.filter(stands).flatMap((line) => {
    const own = line.files.filter((file) => !later.has(file));
    for (const file of line.files) later.add(file);
    return own.length === 0 ? [] : [{ line, own }];
  });
}

/** The files of clients that lack what a write put there, by the plan that makes it once more. */
export function missedIn(plan: PlanView, { own }: Standing): FileDiff[] {
  return plan.files.filter(({ client, path }) => client !== null && own.includes(path));
}

/** A write that the engine has found missing in a file. */
export type LostWrite = { problem: Problem; id: string };

/** Writes that the engine misses, each once. It names the file; the last write of a file is the one that counts. */
export function lostWrites(problems: readonly Problem[], writes: readonly ChangeSetLine[]): LostWrite[] {
  const known = standing(writes);
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    const { code, file } = problem;
    if (code !== "write-lost" || file === null) continue;
    const of = known.find(({ own }) => own.includes(file));
    if (of !== undefined && !found.has(of.line.id)) found.set(of.line.id, problem);
  }
  return [...found].map(([id, problem]) => ({ id, problem }));
}

/** What the answer of a write says that its plan did not: found in the written files. */
export function foundAfter({ notes = [] }: ChangeSetLine, plan: PlanView): Problem[] {
  const same = (one: Problem, other: Problem) => one.code === other.code && one.message === other.message && one.file === other.file;
  return notes.filter((note) => !plan.notes.some((said) => same(note, said)));
}
