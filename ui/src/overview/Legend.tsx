/** The fills of the treemap and the bars. Pressing one leaves only its tools. */
import { LOADING_MEANING, LOADING_WORD, LOADINGS, type Loading } from "../lib/loading";
import { Tip } from "../parts/Tip";

type Props = {
  /** Loadings kept; empty: all. */
  chosen: ReadonlySet<Loading>;
  onChoose: (chosen: ReadonlySet<Loading>) => void;
};

export function Legend({ chosen, onChoose }: Props) {
  const toggle = (loading: Loading) => {
    const next = new Set(chosen);
    if (!next.delete(loading)) next.add(loading);
    onChoose(next.size === LOADINGS.length ? new Set() : next);
  };
  return (
    <div className="legend" role="group" aria-label="Show tools by loading">
      {LOADINGS.map((loading) => (
        <Tip key={loading} text={LOADING_MEANING[loading]}>
          <button
            type="button"
            className="legend-item"
            aria-pressed={chosen.has(loading)}
            onClick={() => toggle(loading)}
          >
            <span className={`swatch fill-${loading}`} aria-hidden="true" />
            {LOADING_WORD[loading]}
          </button>
        </Tip>
      ))}
    </div>
  );
}
