/** What the queries of a task set find of one server. */
import type { SwitchCell, TaskSet } from "../wire/generated";
import type { Host } from "../wire/host";
import type { Changes } from "./board";
import { NOTHING, requestOf } from "./staged";

/** How many results of a query count as found. */
const TOP = 5;

/**
 * Names of the server's tools that the task set finds. Where the client can
 * defer the server, all its tools are searched as if it did: those loaded always
 * would not compete. An entry that staged changes put there is searched with them.
 */
export async function foundBy(
  host: Host,
  set: TaskSet,
  cell: SwitchCell,
  changes: Changes,
  project: string | null,
): Promise<Set<string>> {
  const free = cell.options.find(({ state, unavailable }) => state === "whenNeeded" && unavailable === null);
  const staged = requestOf({ ...NOTHING, changes: cell.coming ? changes : NOTHING.changes }, project);
  const plan = { ...staged, set: [...staged.set, ...(free === undefined ? [] : [free.spec])] };
  const found = await host.search({
    queries: set.tasks,
    engines: [],
    client: cell.client,
    clientVersion: null,
    project,
    servers: [],
    catalogues: [],
    candidates: [],
    plan: cell.coming || free !== undefined ? plan : null,
    drafts: [],
    maxResults: TOP,
    tokenizer: null,
  });
  const [engine] = found.engines;
  const names = found.results
    .filter((result) => result.engine === engine?.id)
    .flatMap((result) => result.tools.slice(0, TOP))
    .filter(({ server }) => server === cell.name)
    .map(({ name }) => name);
  return new Set(names);
}
