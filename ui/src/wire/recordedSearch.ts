/** The recorded host's answers for the Search view. */
import type { Audit } from "./generated";
import type { Host } from "./host";

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

export function recordedSearch(current: () => Audit): Answers {
  const later = () => Promise.reject(new Error(`not recorded for ${current().schema}`));
  return {
    search: later,
    searchTrace: later,
    tryCandidate: later,
    forgetCandidate: later,
    lint: later,
    taskSets: later,
    saveTaskSet: later,
    removeTaskSet: later,
    readTasks: later,
    writeTasks: later,
    pickFile: later,
    readChosen: later,
    saveText: later,
  };
}
