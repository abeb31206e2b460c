/** What was written while a recorded host runs, and what a client has dropped of it. */
import type { Audit, ChangeSetLine, FileDiff, PlanRequest, Problem } from "./generated";
import { parts, refusal, withChanges } from "./played";

type Write = { line: ChangeSetLine; request: PlanRequest; files: FileDiff[] };

export class Ledger {
  readonly writes: Write[] = [];
  confirmed: string | null = null;
  revision = 0;
  /** The write that its client has dropped. */
  lost: string | null = null;

  /** The audit as the writes that stand leave it. */
  played(audit: Audit): Audit {
    const standing = this.there().filter(({ line }) => line.undoOf === null);
    return standing.reduce((now, { request }) => withChanges(now, request), audit);
  }

  /** The writes that the files hold. */
  private there(): Write[] {
    return this.writes.filter(({ line }) => line.undoneBy === null && line.id !== this.lost);
  }

  /** What reading the files says of the dropped write, as the engine says it. */
  problems(): Problem[] {
    const line = this.writes.find((write) => write.line.id === this.lost)?.line;
    const [file] = line?.files ?? [];
    if (line === undefined || file === undefined) return [];
    const message = `\`${file}\` no longer says what Plimsoll wrote at ${line.at} (write ${line.id})`;
    const hint = `\`plimsoll apply --restore ${line.id}\` writes it again; \`plimsoll undo ${line.id} --only-ours\` lets it go.`;
    return [{ ...refusal("write-lost", message, hint, null), level: "warning", file, client: "claude-code" }];
  }

  mode(more: PlanRequest | null): string | null {
    const standing = this.there().map(({ request }) => request);
    const all = [...standing, ...(more === null ? [] : [more])].flatMap(({ mode }) => mode);
    const last = all.map((text) => parts(text)[1]).at(-1) ?? "default";
    return last === "default" ? null : last;
  }
}
