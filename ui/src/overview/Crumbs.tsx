/** Above the treemap: where it is zoomed to, how it is ordered, and the legend that filters. */
import type { Filter } from "../lib/filter";
import { visible } from "../lib/visible";
import { Choice } from "../parts/Choice";
import { InfoLabel } from "../parts/InfoLabel";
import { Legend } from "./Legend";

/** Order of the blocks: as the configurations have them, or by name. */
export type BlockOrder = "configuration" | "name";

type Props = {
  /** Name of the server that fills the treemap; null: all. */
  zoomed: string | null;
  /** What area and numbers of the treemap count. */
  info: string;
  filter: Filter;
  order: BlockOrder;
  /** Whether the inspector is closed and can be opened here. */
  closed: boolean;
  onFilter: (filter: Filter) => void;
  onOrder: (order: BlockOrder) => void;
  onAll: () => void;
  onInspector: () => void;
};

const ORDERS = [
  { value: "configuration", label: "as configured" },
  { value: "name", label: "by name" },
];

export function Crumbs(props: Props) {
  const { zoomed, info, filter, order, closed, onFilter, onAll } = props;
  return (
    <div className="crumbs">
      <nav aria-label="Treemap">
        {zoomed === null ? (
          <span aria-current="page">All servers</span>
        ) : (
          <>
            <button type="button" className="link" onClick={onAll}>
              All servers
            </button>{" "}
            <span aria-hidden="true">▸</span> <span aria-current="page">{visible(zoomed)}</span>
          </>
        )}{" "}
        <InfoLabel info={info}>area = tok of definitions</InfoLabel>
      </nav>
      <div className="crumbs-right">
        <Legend chosen={filter.loadings} onChoose={(loadings) => onFilter({ ...filter, loadings })} />
        <Choice label="Order" value={order} options={ORDERS} onChange={(value) => props.onOrder(value as BlockOrder)} />
        {closed && (
          <button type="button" className="button" onClick={props.onInspector}>
            Inspector
          </button>
        )}
      </div>
    </div>
  );
}
