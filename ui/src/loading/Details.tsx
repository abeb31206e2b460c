/** What the pane on the right shows, tab by tab. */
import type { ChangeSetLine, Switchboard, TaskSet } from "../wire/generated";
import { pick, switchAt, type BoardLine } from "../lib/board";
import { stagingOf, type Choices, type StagedAction } from "../lib/staged";
import { ProofPanel } from "./ProofPanel";
import { Review } from "./Review";
import { Selected } from "./Selected";
import { Side, type SideTab } from "./Side";
import type { ProofState } from "./useProof";
import type { BoardState } from "./useSwitchboard";
import type { MissedState } from "./useMissed";
import type { WriteState } from "./useWrite";
import { Writes } from "./Writes";

type Props = {
  tab: SideTab;
  onTab: (tab: SideTab) => void;
  onClose: () => void;
  /** The row selected, and the client looked at. */
  line: BoardLine | null;
  column: number;
  onColumn: (column: number) => void;
  choices: Choices;
  board: Switchboard | null;
  state: BoardState;
  write: WriteState;
  writes: ChangeSetLine[] | null;
  missed: MissedState;
  proof: ProofState;
  taskSet: TaskSet | null;
  project: string | null;
  dispatch: (action: StagedAction) => void;
  /** Writes what is reviewed. */
  onReview: () => void;
  onReplan: () => void;
  onPresets: () => void;
  onServer: () => void;
  writeKey: string;
};

export function Details(props: Props) {
  const { tab, line, column, choices, board, write, dispatch } = props;
  const amount = choices.changes.size;
  return (
    <Side tab={tab} amount={amount} onTab={props.onTab} onClose={props.onClose}>
      {tab === "selected" && (
        <Selected
          line={line}
          column={column}
          changes={choices.changes}
          taskSet={props.taskSet}
          project={props.project}
          onPick={(option) => {
            const here = line === null ? null : switchAt(line, column);
            if (here !== null) dispatch(pick(here, option));
          }}
          onColumn={props.onColumn}
          dispatch={dispatch}
          onServer={props.onServer}
        />
      )}
      {tab === "review" && (
        <Review
          choices={choices}
          plan={board?.plan ?? null}
          pending={props.state.pending}
          clients={board?.clients ?? []}
          refused={write.refused}
          busy={write.busy}
          written={write.last}
          writeKey={props.writeKey}
          dispatch={dispatch}
          onWrite={props.onReview}
          onReplan={props.onReplan}
          onPresets={props.onPresets}
          onProof={() => props.onTab("proof")}
        />
      )}
      {tab === "proof" && (
        <ProofPanel clients={board?.clients ?? []} proof={props.proof} taskSet={props.taskSet} project={props.project} staged={amount > 0} />
      )}
      {tab === "writes" && (
        <Writes
          state={write}
          missed={props.missed}
          writes={props.writes}
          onAgain={(request) => {
            dispatch(stagingOf(request));
            props.onTab("review");
          }}
        />
      )}
    </Side>
  );
}
