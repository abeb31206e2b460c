/**
 * The recorded host's answers for the Loading view: staged changes are played on
 * the recorded audit, writes are remembered, so that what follows shows them.
 */
import type { Audit, ChangeSetLine, FileDiff, PlanRequest, PlanView, Preset, Problem } from "./generated";
import type { Host } from "./host";
import { NO_REQUEST, refusal, withArrivals, withChanges } from "./played";
import { boardOf, type Known } from "./playedBoard";
import { proofOf } from "./playedProof";
import { planOf } from "./playedPlan";
import type { Ledger } from "./playedLedger";
import { outside } from "./scenarios";

type Answers = Pick<
  Host,
  | "switchboard" | "plan"
  | "apply"
  | "undo"
  | "writes"
  | "writeDiff"
  | "prove"
  | "cancelProof"
  | "presets"
  | "savePreset"
  | "removePreset"
>;

const NOW = "2026-11-30T12:06:00Z";

/** What goes against the user, each once. */
type Trouble = {
  /** A file changes under a write, an undo is refused, a proof differs. */
  contrary: boolean;
  /** A client drops the first write. */
  dropped: boolean;
};

/** `current` is the audit with what was written. */
export function recordedLoading(current: () => Audit, ledger: Ledger, { contrary, dropped }: Trouble): Answers {
  let presets: Preset[] = [];
  let stop: (() => void) | null = null;
  let surprised = !contrary;
  let forgotten = !dropped;
  const basisOf = (path: string) => `${path.length.toString(16)}${ledger.revision}`.padStart(64, "0");
  const within = (project: string | null) => outside(current(), project === null ? [] : [project]);
  const planned = (request: PlanRequest) => planOf(within(request.project), request, basisOf);
  const plan = (request: PlanRequest): PlanView => {
    const { restore } = request;
    if (restore === undefined) return planned(request);
    const write = ledger.writes.find(({ line }) => line.id === restore);
    if (write === undefined) throw thrown(refusal("no-such-change-set", `there is no change set \`${restore}\``, null, null));
    const again = ledger.lost === restore ? planned(write.request) : planned(NO_REQUEST);
    return { ...again, request, requested: write.line.requested.map((each) => `again: ${each}`) };
  };
  const known = (more: PlanRequest | null) => (client: string): Known => ({
    mode: client === "claude-code" ? ledger.mode(more) : null,
    confirmed: client === "claude-code" ? ledger.confirmed : null,
  });
  const keep = (line: Omit<ChangeSetLine, "id" | "at" | "state" | "undoneBy">, request: PlanRequest, files: FileDiff[]) => {
    const id = `20261130T1206-${ledger.writes.length + 1}`;
    const whole: ChangeSetLine = { ...line, id, at: NOW, state: "done", undoneBy: null };
    ledger.writes.push({ line: whole, request, files });
    ledger.confirmed = null;
    ledger.revision += 1;
    return whole;
  };

  return {
    switchboard: ({ staged }) => {
      const before = within(staged.project);
      const after = withChanges(before, staged);
      const wants = [staged.set, staged.keep, staged.mode, staged.moves, staged.copies, staged.add, staged.remove, staged.mergeRules];
      const any = wants.some((list) => list.length > 0);
      return Promise.resolve({
        ...boardOf(before, withArrivals(before, staged), after, known(null), known(staged)),
        plan: any ? plan(staged) : null,
        suggestions: suggestions(before),
      });
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws is what it rejects with
    plan: async (request) => plan(request),
    apply: async (request, reviewed) => {
      const now = plan(request);
      const [refused] = now.refused;
      if (refused !== undefined) throw thrown(refused);
      const [file] = now.files;
      if (now.files.some(({ client }) => client === "claude-desktop")) throw thrown(RUNNING);
      if (!surprised && file !== undefined) {
        surprised = true;
        ledger.revision += 1;
      }
      if (stale(reviewed, plan(request))) throw thrown({ ...STALE, file: file?.path ?? null, message: `\`${file?.path ?? ""}\` has changed since the plan was made` });
      if (file === undefined) return null;
      const files = now.files.map(({ path }) => path);
      const again = ledger.writes.find(({ line }) => line.id === request.restore)?.request;
      const line = keep({ requested: now.requested, files, undoOf: null }, again ?? request, now.files);
      ledger.lost = forgotten ? null : line.id;
      forgotten = true;
      const notes = contrary ? [...now.notes, READ_OTHERWISE] : now.notes;
      return Promise.resolve({ ...line, notes });
    },
    undo: async (id, onlyOurs) => {
      const write = ledger.writes.find(({ line }) => line.id === id);
      if (write === undefined) throw thrown(refusal("no-such-change-set", `there is no change set \`${id}\` to undo`, null, null));
      if (contrary && !onlyOurs) throw thrown({ ...CHANGED, file: write.line.files[0] ?? null });
      const inverse = write.files.map(backwards);
      const line = keep({ requested: [`Undo of ${id}`], files: write.line.files, undoOf: id }, emptied(write.request), inverse);
      write.line = { ...write.line, undoneBy: line.id };
      if (ledger.lost === id) ledger.lost = null;
      return Promise.resolve(line);
    },
    writes: () => Promise.resolve(ledger.writes.map(({ line }) => line).reverse()),
    writeDiff: (id) => Promise.resolve(ledger.writes.find(({ line }) => line.id === id)?.files ?? []),
    prove: async (client, { queries, program }) => {
      if (program !== null) {
        throw thrown(refusal("client-not-found", `The program \`${program}\` was not found`, "Install Claude Code, or name its program.", null));
      }
      const cancelled = await new Promise<boolean>((resolve) => {
        stop = () => resolve(true);
        setTimeout(() => resolve(false), 900);
      });
      stop = null;
      if (cancelled) throw thrown(refusal("cancelled", "The proof was stopped", null, null));
      const proof = proofOf(current(), client, contrary, queries);
      if (client === "claude-code" && proof.differences.length === 0) {
        ledger.confirmed = `Confirmed by Claude Code ${proof.version ?? ""}, 12:07`;
      }
      return proof;
    },
    cancelProof: () => {
      stop?.();
      return Promise.resolve();
    },
    presets: () => Promise.resolve(presets),
    savePreset: (preset) => {
      const id = preset.id === 0 ? presets.length + 1 : preset.id;
      presets = [...presets.filter((one) => one.id !== id), { ...preset, id }];
      return Promise.resolve(presets);
    },
    removePreset: (id) => {
      presets = presets.filter((one) => one.id !== id);
      return Promise.resolve(presets);
    },
  };
}

/** A problem to throw: the host rejects with plain problems, as the engine does. */
function thrown(problem: Problem): Error {
  return problem as unknown as Error;
}

const RUNNING = refusal(
  "client-running",
  "Claude Desktop is running and would undo the change from its memory",
  "Quit it completely, its tray icon too, then try again.",
  null,
);
const STALE = refusal("stale", "", "Plan again on the new text and review the new diff.", null);
const CHANGED = refusal(
  "changed-since",
  "The file changed since; undo only what Plimsoll wrote, or put the backup back by hand",
  "`plimsoll undo ID --only-ours` keeps the other changes.",
  null,
);

const READ_OTHERWISE: Problem = {
  ...refusal("entry-read-differently", "a second reader finds another command for `git`", "Believe the client, and report this: Plimsoll's rules for it are wrong here.", null),
  level: "warning",
};

function stale(reviewed: PlanView, now: PlanView): boolean {
  const said = ({ files }: PlanView) => files.map(({ path, basis }) => `${path} ${basis}`).join();
  return said(reviewed) !== said(now);
}

function emptied(request: PlanRequest): PlanRequest {
  return { ...request, set: [], keep: [], mode: [], moves: [], copies: [], add: [], remove: [], mergeRules: [] };
}

function backwards(file: FileDiff): FileDiff {
  const turned = { old: "new", new: "old", both: "both" } as const;
  const hunks = file.hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map(({ side, text }) => ({ side: turned[side as keyof typeof turned], text })),
  }));
  return { ...file, hunks };
}

function suggestions(audit: Audit) {
  const client = audit.clients.find(({ id }) => id === "claude-code");
  const entry = client?.servers.find(({ name, tools }) => name === "wiki" && tools[0]?.loading === "always");
  if (client === undefined || entry === undefined) return [];
  const set = [`claude-code:${entry.scope}/wiki=when-needed`];
  const after = withChanges(audit, { ...NO_REQUEST, set }).clients.find(({ id }) => id === "claude-code");
  const saves = client.standing.tokens - (after?.standing.tokens ?? 0);
  return [{ message: "`wiki` was in the top 5 of 0 of the 12 tasks of “Everyday”; its 24 tools are loaded always.", saves, set }];
}
