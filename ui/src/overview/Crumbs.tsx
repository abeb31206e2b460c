/** Above the treemap: where it is zoomed to, and the legend that filters. */
import type { Filter } from "../lib/filter";
import { visible } from "../lib/visible";
import { Legend } from "./Legend";

type Props = {
  /** Name of the server that fills the treemap; null: all. */
  zoomed: string | null;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onAll: () => void;
};

export function Crumbs({ zoomed, filter, onFilter, onAll }: Props) {
  return (
    <div className="crumbs">
      <nav aria-label="Treemap">
        {zoomed === null ? (
          <span className="dim">All servers</span>
        ) : (
          <>
            <button type="button" className="link" onClick={onAll}>
              All servers
            </button>{" "}
            <span aria-hidden="true">▸</span> <span aria-current="page">{visible(zoomed)}</span>
          </>
        )}
      </nav>
      <Legend chosen={filter.loadings} onChoose={(loadings) => onFilter({ ...filter, loadings })} />
    </div>
  );
}
