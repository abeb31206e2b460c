/** The recorded host's answers for the Search view. */
import type { Audit, Candidate, Problem, SearchRequest, TaskSet } from "./generated";
import type { Host } from "./host";
import { answer } from "./recordedAnswers";
import { tryRecorded } from "./recordedCandidates";
import { candidateDocuments, documentsOf } from "./recordedDocuments";
import { lintRecorded } from "./recordedLint";
import tasksFile from "./recorded/tasks.json";

type Answers = Pick<
  Host,
  | "search"
  | "searchTrace"
  | "tryCandidate"
  | "forgetCandidate"
  | "lint"
  | "taskSets"
  | "saveTaskSet"
  | "removeTaskSet"
  | "readTasks"
  | "writeTasks"
  | "pickFile"
  | "readChosen"
  | "saveText"
>;

/** What a chosen file holds. */
const CHOSEN = '{"id":"q001","query":"take a screenshot","expected":["mcp__browser__browser_take_screenshot"]}\n';

export function recordedSearch(current: () => Audit, cancelled: Set<string>): Answers {
  let sets = tasksFile as TaskSet[];
  const tried = new Map<string, Candidate>();

  const scope = (request: SearchRequest) => {
    const extra = request.candidates.flatMap((key) => {
      const candidate = tried.get(key);
      return candidate === undefined ? [] : candidateDocuments(candidate.name, candidate.tools);
    });
    return documentsOf(current(), request, extra);
  };
  const search = (request: SearchRequest) => {
    const bare = { ...request, candidates: [], drafts: [], plan: null };
    const differs = request.candidates.length + request.drafts.length > 0 || request.plan !== null;
    const found = answer(request, scope(request), differs ? scope(bare) : null);
    return { ...found, tokenizer: request.tokenizer ?? current().tokenizer, problems: [] };
  };

  return {
    search: (request) => Promise.resolve(search(request)),
    searchTrace: (request) => {
      const lines = search(request).results.flatMap(({ id, engine, tools }) =>
        tools.map(({ server, name, tokens }, at) => JSON.stringify({ id, engine, server, tool: name, tokens, rank: at + 1 })),
      );
      return Promise.resolve(`${lines.join("\n")}\n`);
    },
    tryCandidate: async (request) => {
      const found = await tryRecorded(current(), request, cancelled);
      for (const candidate of found.candidates) tried.set(candidate.key, candidate);
      return found;
    },
    forgetCandidate: (key) => {
      tried.delete(key);
      return Promise.resolve();
    },
    lint: (request) => Promise.resolve(lintRecorded(scope(request))),
    taskSets: () => Promise.resolve(sets),
    saveTaskSet: (set) => {
      const id = set.id === 0 ? Math.max(0, ...sets.map((one) => one.id)) + 1 : set.id;
      const kept = { ...set, id };
      sets = set.id === 0 ? [...sets, kept] : sets.map((one) => (one.id === id ? kept : one));
      return Promise.resolve(sets);
    },
    removeTaskSet: (id) => {
      sets = sets.filter((set) => set.id !== id);
      return Promise.resolve(sets);
    },
    readTasks: (text) =>
      Promise.resolve(text.split("\n")).then((lines) => ({
        id: 0,
        name: "",
        tasks: lines.flatMap((line, at) => (line.trim() === "" ? [] : [readTask(line, at + 1)])),
      })),
    writeTasks: (set) =>
      Promise.resolve(
        set.tasks.map(({ id, query, expected }) => `${JSON.stringify({ id, query, expected })}\n`).join(""),
      ),
    pickFile: (_title, extensions) =>
      Promise.resolve(`/home/ada/Downloads/${extensions.includes("jsonl") ? "screens.jsonl" : "parcels.json"}`),
    readChosen: () => Promise.resolve(CHOSEN),
    saveText: (name) => Promise.resolve(`/home/ada/Documents/${name}`),
  };
}

function readTask(line: string, number: number): TaskSet["tasks"][number] {
  try {
    const { id, query, expected } = JSON.parse(line) as { id: string; query: string; expected?: string[] };
    return { id, query, maxResults: null, expected: expected ?? [] };
  } catch {
    const problem: Problem = {
      code: "tasks-unreadable",
      level: "error",
      message: `Line ${number} is no task.`,
      hint: 'A line is {"id": …, "query": …, "expected": […]}.',
      file: null,
      line: number,
      column: null,
      client: null,
      server: null,
    };
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a Problem, as the engine rejects
    throw problem;
  }
}
