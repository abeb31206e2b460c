/**
 * What is staged, per project, and how other parts of the page reach the Loading
 * view. It lives above the views: leaving one never discards staged work.
 */
import { createContext, useContext, useMemo, useReducer, useRef, type ReactNode } from "react";
import { adds } from "../lib/additions";
import { amountOf, reduceStaged, UNSTAGED, type Staged, type StagedAction } from "../lib/staged";

/** What keys and the palette ask of the view. */
export type LoadingCommand =
  | "undoStep"
  | "redoStep"
  | "discard"
  | "review"
  | "diffPane"
  | "proof"
  | "writes"
  | "undoWrite"
  | "presets"
  | "unwrapAll"
  | "showReview";

export type LoadingCommands = Readonly<Record<LoadingCommand, () => void>>;

type StagedWork = {
  /** What is staged for a project folder; empty: outside any. */
  of: (project: string) => Staged;
  dispatch: (project: string, action: StagedAction) => void;
  /** Takes out what adds a tried server, in all projects. */
  dropAdditions: (key: string) => void;
  /** How many changes are staged, in all projects. */
  amount: number;
  /** The projects that have any, and how many. */
  where: readonly { project: string; amount: number }[];
  /** Runs a command of a project's view now, or when that view is there. */
  command: (project: string, name: LoadingCommand) => void;
  /** The view of a project offers its commands, and takes them back with null. */
  offer: (project: string, commands: LoadingCommands | null) => void;
};

const StagedContext = createContext<StagedWork | null>(null);

/** Inside `StagedProvider`. */
export function useStagedWork(): StagedWork {
  const work = useContext(StagedContext);
  if (work === null) throw new Error("wrap the page in StagedProvider");
  return work;
}

type All = Readonly<Record<string, Staged>>;

function reduceAll(all: All, { project, action }: { project: string; action: StagedAction }): All {
  return { ...all, [project]: reduceStaged(all[project] ?? UNSTAGED, action) };
}

type Props = { children: ReactNode };

export function StagedProvider({ children }: Props) {
  const [all, dispatch] = useReducer(reduceAll, {});
  const offered = useRef<{ project: string; commands: LoadingCommands } | null>(null);
  const waiting = useRef<{ project: string; name: LoadingCommand } | null>(null);
  const where = useMemo(
    () =>
      Object.entries(all)
        .map(([project, staged]) => ({ project, amount: amountOf(staged) }))
        .filter(({ amount }) => amount > 0),
    [all],
  );
  const work = useMemo<StagedWork>(
    () => ({
      of: (project) => all[project] ?? UNSTAGED,
      dispatch: (project, action) => dispatch({ project, action }),
      dropAdditions: (key) => {
        for (const [project, { now }] of Object.entries(all)) {
          const slots = [...now.changes].filter(([, change]) => adds(change, key)).map(([slot]) => slot);
          if (slots.length > 0) dispatch({ project, action: { type: "unstage", slots } });
        }
      },
      amount: where.reduce((sum, { amount }) => sum + amount, 0),
      where,
      command: (project, name) => {
        if (offered.current?.project === project) offered.current.commands[name]();
        else waiting.current = { project, name };
      },
      offer: (project, commands) => {
        offered.current = commands === null ? null : { project, commands };
        const wanted = waiting.current;
        if (commands === null || wanted?.project !== project) return;
        waiting.current = null;
        commands[wanted.name]();
      },
    }),
    [all, where],
  );
  return <StagedContext value={work}>{children}</StagedContext>;
}
