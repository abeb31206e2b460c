/** The switchboard as rows: servers with a cell per client, and their tools. */
import type { SwitchCell, SwitchClient, SwitchOption, SwitchServer, SwitchTool, Switchboard } from "../wire/generated";
import { count } from "./format";
import { tellApart, type Identify, type Identity } from "./identity";
import { asLoading, heaviest, LOADINGS, LOADING_WORD, type Loading } from "./loading";
import { slotOf, specTitle, splitSpec, stateOf } from "./specs";
import type { StagedAction, StagedChange } from "./staged";

/** A tool where one client has it. */
export type ToolHere = { cell: SwitchCell; tool: SwitchTool };

export type ToolLine = {
  kind: "tool";
  id: string;
  /** Id of its server's row. */
  server: string;
  serverName: string;
  name: string;
  tokens: number;
  /** One per client shown; null: the client has no such tool. */
  cells: (ToolHere | null)[];
};

export type ServerLine = {
  kind: "server";
  id: string;
  key: string | null;
  name: string;
  /** Null: not known. */
  tokens: number | null;
  /** One per client shown; null: the client does not define it. */
  cells: (SwitchCell | null)[];
  tools: ToolLine[];
  /** How it differs from others of its name; null: there are none. */
  twin: Twin | null;
};

export type Twin = {
  /** What it starts or reaches, or where it stands when that is not known. */
  which: string;
  /** The same without the words that all of the name begin with, for a narrow column. */
  short: string;
  /** How many servers have the name. */
  amount: number;
};

export type BoardLine = ServerLine | ToolLine;

/** A switch: what it is set to and may be set to. */
export type Switch = { current: string; planned: string; because: string; options: readonly SwitchOption[] };

/** What is staged, by slot. */
export type Changes = ReadonlyMap<string, StagedChange>;

/**
 * The rows for these clients. Different servers of one name have a row each, and a
 * client that defines a server twice gives it a second row.
 */
export function boardLines(board: Switchboard, clients: readonly string[], identify: Identify = () => null): ServerLine[] {
  return board.servers.flatMap((server) =>
    apart(server, identify).flatMap(({ twin, ...one }) => {
      const own = clients.map((client) => one.cells.filter((cell) => cell.client === client));
      const lines = Math.max(0, ...own.map((cells) => cells.length));
      return Array.from({ length: lines }, (_, line) => serverLine(one, own.map((cells) => cells[line] ?? null), twin));
    }),
  );
}

/** The servers that a row of one name stands for. */
function apart(server: SwitchServer, identify: Identify): (SwitchServer & { twin: Twin | null })[] {
  const groups = new Map<string | null, { known: Identity | null; cells: SwitchCell[] }>();
  for (const cell of server.cells) {
    const known = identify(cell);
    const group = groups.get(known?.launch ?? null) ?? { known, cells: [] };
    group.cells.push(cell);
    groups.set(known?.launch ?? null, group);
  }
  const found = [...groups].filter(([launch]) => launch !== null);
  // One that is not known is taken for the only one that is.
  if (found.length < 2) return [{ ...server, twin: null }];
  const whole = [...groups].map(([launch, { cells }]) => launch ?? cells[0]?.file ?? "");
  const short = tellApart(whole);
  return [...groups.values()].map(({ known, cells }, at) => ({
    key: known?.key ?? null,
    name: server.name,
    tokens: known?.tokens ?? null,
    cells,
    twin: { which: whole[at] ?? "", short: short[at] ?? "", amount: found.length },
  }));
}

function serverLine({ key, name, tokens }: SwitchServer, cells: (SwitchCell | null)[], twin: Twin | null): ServerLine {
  const id = `${key ?? ""} ${cells.find((cell) => cell !== null)?.target ?? ""}`;
  const tools = new Map<string, ToolLine>();
  cells.forEach((cell, column) => {
    for (const tool of cell?.tools ?? []) {
      const line = tools.get(tool.name) ?? {
        kind: "tool",
        id: `${id}/${tool.name}`,
        server: id,
        serverName: name,
        name: tool.name,
        tokens: tool.tokens,
        cells: cells.map(() => null),
      };
      if (cell !== null) line.cells[column] = { cell, tool };
      tools.set(tool.name, line);
    }
  });
  return { kind: "server", id, key, name, tokens, cells, tools: [...tools.values()], twin };
}

/** The switch of a row in a column; null: there is none. */
export function switchAt(line: BoardLine, column: number): Switch | null {
  if (line.kind === "server") return line.cells[column] ?? null;
  return line.cells[column]?.tool ?? null;
}

/** The entry behind a row in a column. */
export function cellAt(line: BoardLine, column: number): SwitchCell | null {
  if (line.kind === "server") return line.cells[column] ?? null;
  return line.cells[column]?.cell ?? null;
}

/** Whether anything in the row would change. */
export function changes(line: BoardLine): boolean {
  const differs = line.cells.some((_, column) => {
    const here = switchAt(line, column);
    return here !== null && here.current !== here.planned;
  });
  return differs || (line.kind === "server" && (line.cells.some((cell) => cell?.coming) || line.tools.some(changes)));
}

/** The rows that hold all words, each with the tools that hold them. */
export function filterLines(lines: readonly ServerLine[], text: string, changedOnly: boolean): ServerLine[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0 && !changedOnly) return [...lines];
  const keeps = (line: BoardLine, name: string) =>
    words.every((word) => name.toLowerCase().includes(word)) && (!changedOnly || changes(line));
  return lines.flatMap((line) => {
    const tools = line.tools.filter((tool) => keeps(tool, `${line.name} ${tool.name}`));
    if (tools.length === 0) return keeps(line, line.name) ? [{ ...line, tools: [] }] : [];
    return [{ ...line, tools }];
  });
}

/** How a state of a switch looks: which fill, which word. */
export function look(state: string, tools: readonly SwitchTool[] = []): { fill: Loading; word: string } {
  if (state === "mixed") {
    return { fill: heaviest(tools.map(({ planned }) => asLoading(planned))), word: "Mixed" };
  }
  const fill = asLoading(state);
  return { fill, word: LOADING_WORD[fill] };
}

/** The option staged, or else in force; "on" is when nothing more is said. */
export function chosen({ planned, options }: Pick<Switch, "planned" | "options">, changes?: Changes): SwitchOption | null {
  const staged = changes === undefined ? undefined : stagedAt({ options }, changes)?.text;
  // What is staged may be no option: single tools chosen for the wrapper.
  if (staged !== undefined) return options.find(({ spec }) => spec === staged) ?? null;
  const wraps = options.some(({ state }) => state === "unwrapped");
  const exact = options.find(({ state, unavailable, wrapped }) => state === planned && unavailable === null && (wraps || !wrapped));
  if (exact !== undefined) return exact;
  const on = options.find(({ state }) => state === "on");
  return on !== undefined && planned !== "off" && planned !== "mixed" ? on : null;
}

/**
 * What Space stages next: the next option that changes how it loads, and behind
 * the last one nothing any more. Null: there is nothing to choose.
 */
export function nextStep(here: Switch, changes: Changes): StagedAction | null {
  const free = here.options.filter((option) => option.unavailable === null && differs(option, here.current));
  const isOff = ({ state }: SwitchOption) => state === "off" || state === "offHere";
  const ring = [...free.filter((option) => !isOff(option)), ...free.filter(isOff)];
  if (ring.length === 0) return null;
  const staged = stagedAt(here, changes)?.text;
  const next = ring[ring.findIndex(({ spec }) => spec === staged) + 1];
  return next === undefined ? { type: "unstage", slots: slotsAt(here) } : pick(here, next);
}

/** Whether an option loads otherwise than the files say now. "On" and "as the server says" only end an "off". */
function differs({ state }: SwitchOption, current: string): boolean {
  switch (state) {
    case "on":
    case "asServerSays":
      return current === "off";
    case "offHere":
      return current !== "off";
    default:
      return state !== current;
  }
}

/** Why nothing can be chosen; null: something can. */
export function noSwitch({ options, because }: Switch): string | null {
  if (options.some(({ unavailable }) => unavailable === null)) return null;
  return options[0]?.unavailable ?? because;
}

/** The reasons why single options cannot be chosen, each once, with the options they stand against. */
export function reasons(options: readonly SwitchOption[]): { titles: string[]; why: string }[] {
  const found = new Map<string, string[]>();
  for (const { title, unavailable } of options) {
    if (unavailable !== null) found.set(unavailable, [...(found.get(unavailable) ?? []), title]);
  }
  return [...found].map(([why, titles]) => ({ why, titles }));
}

/** What an option is called, with who does it. */
export function optionTitle({ title, wrapped }: SwitchOption): string {
  return wrapped ? `${title} (through Plimsoll)` : title;
}

/** Tokens that the plan takes off the standing weight; negative: that it adds. */
export function saved(client: SwitchClient): number {
  return client.standing.tokens - client.planned.tokens;
}

/** The slots of a switch: "off here" is written of another target than "off". */
export function slotsAt({ options }: Pick<Switch, "options">): string[] {
  return [...new Set(options.map(({ spec }) => slotOf({ list: "set", text: spec })))];
}

/** What is staged of a switch. */
export function stagedAt(here: Pick<Switch, "options">, changes: Changes): StagedChange | undefined {
  return slotsAt(here).flatMap((slot) => changes.get(slot) ?? [])[0];
}

/** A step that sets switches, in place of what is staged of them. */
type Picked = { type: "stage"; changes: StagedChange[]; instead: string[] };

/** The step that sets a switch to an option, in place of what is staged of it. */
export function pick(here: Switch, option: SwitchOption): Picked {
  return { type: "stage", changes: [changeTo(here, option)], instead: slotsAt(here) };
}

/** The change that sets a switch to an option, from what it is set to now. */
function changeTo(here: Switch, { spec }: SwitchOption): StagedChange {
  return { list: "set", text: spec, from: chosen(here)?.state ?? here.planned };
}

/** The switch as staged, before the engine has answered what that makes. */
export function asStaged<T extends Switch>(here: T, changes: Changes): T {
  const change = stagedAt(here, changes);
  const state = change === undefined ? null : stateOf(change);
  return state !== null && LOADINGS.some((one) => one === state) ? { ...here, planned: state } : here;
}

/** What a staged change did, in one sentence for everybody. */
export function announcement(change: StagedChange, board: Switchboard): string {
  const { target } = splitSpec(change);
  const cells = board.servers.flatMap((server) => server.cells);
  const cell = cells.find((one) => target === one.target || target.startsWith(`${one.target}/`));
  const said = `Staged: ${specTitle(change)}.`;
  if (cell === undefined) return said;
  const less = cell.standing - cell.plannedStanding;
  return less === 0 ? said : `${said} ${less > 0 ? "Saves" : "Adds"} ${count(Math.abs(less))} tokens.`;
}

/** The client whose switch is meant: the active one, else the first that has a choice. */
export function switchColumn(row: BoardLine, active: number, columns: number): number {
  if (active >= 0) return active;
  const free = Array.from({ length: columns }, (_, index) => switchAt(row, index)).findIndex(
    (here) => here !== null && noSwitch(here) === null,
  );
  return free >= 0 ? free : row.cells.findIndex((cell) => cell !== null);
}
