/** Servers tried before they are connected. Nothing starts without consent; nothing is kept. */
import { useRef, useState } from "react";
import type { Candidate, CandidateRequest, ConnectEvent, Problem } from "../wire/generated";
import { asProblem, type Host } from "../wire/host";
import { useNotify } from "../parts/Notices";

export type Tried = {
  candidate: Candidate;
  /** What it was read from, to ask again. */
  spec: string;
  /** The file whose text that is; null: it is no file's, or names the file itself. */
  fileName: string | null;
  /** Variables of our environment it was given. */
  env: string[];
  audience: string | null;
  /** Whether it is searched with the rest. */
  included: boolean;
};

/** One look or start. */
type Asked = Pick<CandidateRequest, "spec" | "env" | "allowed" | "only" | "audience"> & Pick<Tried, "fileName">;

export type CandidatesState = {
  tried: readonly Tried[];
  /** What is on its way; null: nothing. */
  busy: { spec: string; starts: boolean } | null;
  /** How far the servers that are starting are, by key. */
  progress: ReadonlyMap<string, ConnectEvent>;
  problems: readonly Problem[];
  /** Counts up when the tools of a tried server change. */
  turn: number;
  /** Reads what a text names, or the text of a file; starts nothing. */
  look: (spec: string, fileName: string | null) => void;
  /** Starts or reaches the one server the user has allowed, and lists its tools. */
  start: (one: Tried, env: string[]) => void;
  cancel: () => void;
  include: (key: string, included: boolean) => void;
  /** Shows the tools this audience would see; null: all. */
  seenBy: (key: string, audience: string | null) => void;
  forget: (key: string) => void;
};

/** `project` is whose clients candidates are weighed for. */
export function useCandidates(host: Host, project: string | null): CandidatesState {
  const notify = useNotify();
  const [tried, setTried] = useState<readonly Tried[]>([]);
  const [busy, setBusy] = useState<CandidatesState["busy"]>(null);
  const [progress, setProgress] = useState<CandidatesState["progress"]>(new Map());
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [turn, setTurn] = useState(0);
  const asked = useRef(0);

  const ask = ({ fileName, ...part }: Asked) => {
    const mine = (asked.current += 1);
    setBusy({ spec: part.spec, starts: part.allowed });
    setProblems([]);
    setProgress(new Map());
    const onEvent = (event: ConnectEvent) => {
      if (mine === asked.current) setProgress((before) => new Map(before).set(event.key, event));
    };
    const named = fileName === null ? {} : { fileName };
    host.tryCandidate({ ...part, ...named, project, timeoutMs: null }, onEvent).then(
      (found) => {
        if (mine !== asked.current) return;
        setBusy(null);
        setProblems(found.problems);
        setTurn((before) => before + 1);
        setTried((before) => found.candidates.reduce((all, one) => merged(all, one, { ...part, fileName }), before));
      },
      (error: unknown) => {
        if (mine !== asked.current) return;
        setBusy(null);
        setProblems([asProblem(error)]);
      },
    );
  };

  return {
    tried,
    busy,
    progress,
    problems,
    turn,
    look: (spec, fileName) => ask({ spec, fileName, env: [], allowed: false, only: [], audience: null }),
    start: ({ spec, fileName, candidate }, env) =>
      ask({ spec, fileName, env, allowed: true, only: [candidate.key], audience: null }),
    cancel: () => {
      asked.current += 1;
      const open = tried.filter(({ spec }) => spec === busy?.spec);
      for (const { candidate } of open) host.cancelConnect(candidate.key).catch(notify.failed);
      setBusy(null);
    },
    include: (key, included) =>
      setTried((all) => all.map((one) => (one.candidate.key === key ? { ...one, included } : one))),
    seenBy: (key, audience) => {
      const one = tried.find(({ candidate }) => candidate.key === key);
      if (one === undefined) return;
      // What it listed is kept: nothing has to start again.
      ask({ spec: one.spec, fileName: one.fileName, env: one.env, allowed: false, only: [], audience });
    },
    forget: (key) => {
      setTried((all) => all.filter(({ candidate }) => candidate.key !== key));
      host.forgetCandidate(key).catch(notify.failed);
    },
  };
}

/** The list with this candidate: in its place when it is known, else at the end. */
function merged(
  all: readonly Tried[],
  candidate: Candidate,
  { spec, fileName, env, audience }: Pick<Asked, "spec" | "fileName" | "env" | "audience">,
): readonly Tried[] {
  const known = all.find((one) => one.candidate.key === candidate.key);
  const included = known?.candidate.listed === true ? known.included : candidate.listed;
  const next = { candidate, spec, fileName, env, audience, included };
  return known === undefined ? [...all, next] : all.map((one) => (one === known ? next : one));
}
