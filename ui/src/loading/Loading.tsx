/** The Loading view: what loads where, what would, what was written, and whether it took effect. */
import { useCallback, useState } from "react";
import type { Audit, ClientAudit, Preset } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import { nextStep, pick, switchAt, switchColumn, type BoardLine } from "../lib/board";
import { unit } from "../lib/explain";
import type { Filter } from "../lib/filter";
import { chordText, KEYMAP, onMac } from "../lib/keymap";
import { amountOf, holdsAny, requestOf, stagingOf, type StagedAction } from "../lib/staged";
import { goneWrappers, wrappedCells } from "../lib/wrapping";
import { lostWrites } from "../lib/writes";
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
import { useBoardLines } from "./useBoardLines";
import { useLoadingCommands } from "./useLoadingCommands";
import { useMissed } from "./useMissed";
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
  const { writes, reread } = useWrites(host, `${audit.readAt} ${runs.turn}`);
  const missed = useMissed(host, folder, write, writes, reread);
  const said = useAnnounced(choices, board, pending);

  const [column, setColumn] = useState(-1);
  const [changedOnly, setChangedOnly] = useState(false);
  const side = useSide(proof.running?.project === folder ? "proof" : "selected");
  const [presets, setPresets] = useState(false);

  const { changes } = choices;
  const { columns, lines, filtered, line, selected, select, keyOf } = useBoardLines({ audit, board, clients, filter: filter.text, changedOnly });
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
  const lost = lostWrites(audit.problems, writes ?? []);
  const lookAt = (id: string) => {
    commands.writes();
    missed.look(id);
  };
  const applyPreset = (preset: Preset, where: string) => {
    work.dispatch(where, stagingOf(preset.choices));
    setPresets(false);
    if (where !== project) onProject(where);
  };

  const columnOf = (row: BoardLine, active: number) => switchColumn(row, active, columns.length);
  const open = (row: BoardLine) => {
    const key = keyOf(row);
    if (key !== null) onServer(key);
  };
  const chord = (id: "undoStep" | "review") => chordText(KEYMAP[id][0] ?? { key: "" }, onMac());

  return (
    <div className="loading-view">
      <div className="loading-columns">
        <main className="loading-main" data-pane aria-label="Loading" aria-busy={pending}>
          <BoardTools changedOnly={changedOnly} onChangedOnly={setChangedOnly} tasks={tasks} side={side.open} onSide={() => side.setOpen(true)} onPresets={commands.presets} wrapped={board === null ? 0 : wrappedCells(board).length} onUnwrapAll={commands.unwrapAll} />
          <BoardStrips state={state} columns={columns} lines={lines} lost={lost} readAt={audit.readAt} onConnect={onConnect} onLost={lookAt} />
          {board !== null && (
            <GoneWrappers cells={goneWrappers(board)} changes={changes} dispatch={dispatch} onReview={commands.showReview} />
          )}
          {board !== null && <Suggestions suggestions={board.suggestions} changes={changes} dispatch={dispatch} />}
          {filtered.length === 0 && (
            <NothingToShow read={board !== null} failed={state.problem !== null} servers={lines.length} clients={clients.map(({ id }) => id)} changedOnly={changedOnly} />
          )}
          {board !== null && filtered.length > 0 && (
            <Board
              lines={filtered}
              clients={columns}
              changes={changes}
              openAll={filter.text.trim() !== "" || changedOnly}
              selected={selected}
              unit={unit(audit)}
              onSelect={select}
              onColumn={setColumn}
              onPick={(row, at, option) => {
                const here = switchAt(row, at);
                if (here !== null) dispatch(pick(here, option));
              }}
              onNext={(row, active) => {
                const at = columnOf(row, active);
                const here = switchAt(row, at);
                const next = here === null ? null : nextStep(here, changes);
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
            missed={missed}
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
