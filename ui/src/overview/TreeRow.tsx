/** One row of the tree table: a server or one of its tools. */
import { PHASE_WORD, type ServerActs } from "../lib/acts";
import type { Row } from "../lib/catalogue";
import { clientName, clientShort } from "../lib/clients";
import { count, share } from "../lib/format";
import { stateWord } from "../lib/tiles";
import { cellOf, GridRow, type RowPlace } from "../parts/GridRow";
import { LoadingChip } from "../parts/LoadingChip";
import { clientsOf, LOADING } from "./columns";
import { rowAct } from "./rowAct";
import { WeightBar } from "./WeightBar";

type Props = {
  row: Row;
  place: RowPlace;
  /** Standing weight of the client; null: several clients. */
  whole: number | null;
  /** Tokens of the heaviest server, for bars. */
  heaviest: number;
  acts: ServerActs;
  onSelect: () => void;
  onServer: () => void;
};

export function TreeRow(props: Props) {
  const { row, place, whole, heaviest, acts } = props;
  const server = row.kind === "server";
  const phase = server && row.key !== null && !row.shadowed ? acts.connecting.get(row.key) : undefined;
  const act = rowAct(row, acts);
  const unknown = server && !row.known && row.tokens === 0;
  const standing = unknown ? null : row.standing;
  const lower = row.kind === "server" && row.standingLower;
  const cell = (column: number, name: string) => cellOf(place, column, `cell-${name}`);
  return (
    <GridRow
      server={server}
      name={row.name}
      tools={server ? row.tools.length : 0}
      columns="tree-grid"
      place={place}
      onSelect={props.onSelect}
      onDoubleClick={props.onServer}
    >
      <div {...cell(1, "tokens")}>
        <WeightBar row={row} heaviest={heaviest} />
        <span className="selectable">{unknown ? "?" : count(row.tokens)}</span>
      </div>
      <div {...cell(2, "standing")}>
        <span className="selectable">{standing === null ? "?" : `${lower ? "≥ " : ""}${count(standing)}`}</span>
        {whole !== null && (
          <span className="share dim">{standing === null || lower ? "–" : share(standing, whole)}</span>
        )}
      </div>
      <div {...cell(LOADING, "loading")}>
        {phase === undefined ? (
          <LoadingChip loading={row.loading}>{server ? stateWord(row) : undefined}</LoadingChip>
        ) : (
          <span className="dim">
            <span className="spinner" aria-hidden="true" /> {PHASE_WORD[phase]}
          </span>
        )}
        {act !== null && (
          <button
            type="button"
            className="link"
            tabIndex={-1}
            title={act.hint}
            onClick={(event) => {
              event.stopPropagation();
              act.run();
            }}
          >
            {act.label}
          </button>
        )}
      </div>
      <div {...cell(4, "clients")}>
        <span className="caption" aria-hidden="true">
          {clientsOf(row).map(clientShort).join(" ")}
        </span>{" "}
        <span className="visually-hidden">{clientsOf(row).map(clientName).join(", ")}</span>
      </div>
    </GridRow>
  );
}
