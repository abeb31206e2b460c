/** The Loading view: what loads where, what would, what was written, and whether it took effect. */
import { useCallback, useMemo, useState } from "react";
import type { Audit, ClientAudit, Preset } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { boardLines, filterLines, nextStep, pick, switchAt, switchColumn, type BoardLine } from "../lib/board";
import { unit } from "../lib/explain";
import type { Filter } from "../lib/filter";
import { chordText, KEYMAP, onMac } from "../lib/keymap";
import { amountOf, changesOf, holdsAny, requestOf, type StagedAction } from "../lib/staged";
import { goneWrappers, wrappedCells } from "../lib/wrapping";
import { Board } from "./Board";
import { BoardStrips } from "./BoardStrips";
import { BoardTools } from "./BoardTools";
import { Details } from "./Details";
import { GoneWrappers } from "./GoneWrappers";
import { NothingToShow } from "./NothingToShow";
import { Presets } from "./Presets";
import { StagedTray } from "./StagedTray";
import { useStagedWork } from "./StagedProvider";
import { Suggestions } from "./Suggestions";
import { useAnnounced } from "./useAnnounced";
import { useLoadingCommands } from "./useLoadingCommands";
import type { Runs } from "./useRuns";
import { useSide } from "./useSide";
import { useSwitchboard } from "./useSwitchboard";
import { useTaskSets } from "./useTaskSets";
import { useWrites } from "./useWrites";
import "./loading.css";

type Props = {
  audit: Audit;
  /** The clients looked at, one or all. */
  clients: readonly ClientAudit[];
  filter: Filter;
  /** The folder looked at; empty: outside any project. */
  project: string;
  runs: Runs;
  /** Reads the files again. */
  onReload: () => void;
  onProject: (path: string) => void;
  /** The server's own view, by key. */
  onServer: (key: string) => void;
  /** Asks for consent to connect these keys. */
  onConnect: (keys: string[]) => void;
};

export function Loading({ audit, clients, filter, project, runs, onReload, onProject, onServer, onConnect }: Props) {
  const host = useHost();
  const work = useStagedWork();
  const staged = work.of(project);
  const choices = staged.now;
  const amount = amountOf(staged);
  const tasks = useTaskSets(host);
  const folder = project === "" ? null : project;
  const state = useSwitchboard(
    host,
    { staged: requestOf(choices, folder), tasks: tasks.chosen?.id ?? null, tokenizer: audit.tokenizer },
    `${audit.readAt} ${runs.turn}`,
  );
  const { board, pending, reload } = state;
  const dispatch = (action: StagedAction) => work.dispatch(project, action);
  const changed = useCallback(() => {
    onReload();
    reload();
  }, [onReload, reload]);
  const { proof } = runs;
  const { refused } = runs.write;
  // Once nothing of it is staged any more, it no longer matters why it was refused.
  const write = { ...runs.write, refused: refused !== null && holdsAny(choices, refused.reviewed.request) ? refused : null };
  const writes = useWrites(host, runs.turn);
  const said = useAnnounced(choices, board, pending);

  const [selected, setSelected] = useState<string | null>(null);
  const [column, setColumn] = useState(-1);
  const [changedOnly, setChangedOnly] = useState(false);
  const side = useSide(proof.running?.project === folder ? "proof" : "selected");
  const [presets, setPresets] = useState(false);

  const shown = useMemo(() => clients.map(({ id }) => id), [clients]);
  const columns = useMemo(() => (board?.clients ?? []).filter(({ id }) => shown.includes(id)), [board, shown]);
  const lines = useMemo(() => (board === null ? [] : boardLines(board, columns.map(({ id }) => id))), [board, columns]);
  const filtered = useMemo(() => filterLines(lines, filter.text, changedOnly), [lines, filter.text, changedOnly]);
  const line = useMemo<BoardLine | null>(
    () => lines.flatMap<BoardLine>((one) => [one, ...one.tools]).find(({ id }) => id === selected) ?? null,
    [lines, selected],
  );

  const { commands, last } = useLoadingCommands({
    project,
    staged,
    state,
    side,
    write,
    writes,
    dispatch,
    onChanged: changed,
    onPresets: () => setPresets(true),
  });
  const applyPreset = (preset: Preset, where: string) => {
    work.dispatch(where, { type: "stage", changes: changesOf(preset.choices) });
    setPresets(false);
    if (where !== project) onProject(where);
  };

  const columnOf = (row: BoardLine, active: number) => switchColumn(row, active, columns.length);
  const keyOf = (line_: BoardLine) => (line_.kind === "server" ? line_ : lines.find(({ id }) => id === line_.server))?.key ?? null;
  const open = (row: BoardLine) => {
    const key = keyOf(row);
    if (key !== null) onServer(key);
  };
  const mac = onMac();
  const chord = (id: "undoStep" | "review") => chordText(KEYMAP[id][0] ?? { key: "" }, mac);

  return (
    <div className="loading-view">
      <div className="loading-columns">
        <main className="loading-main" data-pane aria-label="Loading" aria-busy={pending}>
          <BoardTools changedOnly={changedOnly} onChangedOnly={setChangedOnly} tasks={tasks} side={side.open} onSide={() => side.setOpen(true)} onPresets={commands.presets} wrapped={board === null ? 0 : wrappedCells(board).length} onUnwrapAll={commands.unwrapAll} />
          <BoardStrips state={state} readAt={audit.readAt} onConnect={onConnect} />
          {board !== null && (
            <GoneWrappers cells={goneWrappers(board)} changes={choices.changes} dispatch={dispatch} onReview={commands.showReview} />
          )}
          {board !== null && <Suggestions suggestions={board.suggestions} changes={choices.changes} dispatch={dispatch} />}
          {filtered.length === 0 && (
            <NothingToShow read={board !== null} failed={state.problem !== null} servers={lines.length} clients={shown} changedOnly={changedOnly} />
          )}
          {board !== null && filtered.length > 0 && (
            <Board
              lines={filtered}
              clients={columns}
              changes={choices.changes}
              openAll={filter.text.trim() !== "" || changedOnly}
              selected={selected}
              unit={unit(audit)}
              onSelect={setSelected}
              onColumn={setColumn}
              onPick={(row, at, option) => {
                const here = switchAt(row, at);
                if (here !== null) dispatch(pick(here, option));
              }}
              onNext={(row, active) => {
                const at = columnOf(row, active);
                const here = switchAt(row, at);
                const next = here === null ? null : nextStep(here, choices.changes);
                if (next !== null) dispatch(next);
                return at;
              }}
              onMode={({ id, plannedMode }, value) =>
                dispatch({ type: "stage", changes: [{ list: "mode", text: `${id}=${value}`, from: plannedMode ?? "default" }] })
              }
              onOpen={() => side.show("selected")}
              onServer={open}
            />
          )}
        </main>
        {side.open && (
          <Details
            tab={side.tab}
            onTab={side.setTab}
            onClose={() => side.setOpen(false)}
            line={line}
            column={line === null ? -1 : columnOf(line, column)}
            onColumn={setColumn}
            choices={choices}
            board={board}
            state={state}
            write={write}
            writes={writes}
            proof={proof}
            taskSet={tasks.chosen}
            project={folder}
            dispatch={dispatch}
            onReview={commands.review}
            onReplan={changed}
            onPresets={commands.presets}
            onServer={() => line !== null && open(line)}
            writeKey={chord("review")}
          />
        )}
      </div>
      <StagedTray
        amount={amount}
        clients={columns}
        pending={pending}
        canUndo={staged.past.length > 0}
        last={last}
        busy={write.busy}
        keys={{ undo: chord("undoStep"), review: chord("review") }}
        onUndo={commands.undoStep}
        onDiscard={commands.discard}
        onReview={commands.review}
        onUndoWrite={(id) => write.undo(id, false)}
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {presets && <Presets choices={choices} project={project} onApply={applyPreset} onClose={() => setPresets(false)} />}
    </div>
  );
}
