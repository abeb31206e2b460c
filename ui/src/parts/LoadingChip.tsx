/** How something loads, as shape, word and colour. */
import { LOADING_WORD, type Loading } from "../lib/loading";

type Props = {
  loading: Loading;
  /** Another word than the loading's own: "No answer". */
  children?: string | undefined;
};

export function LoadingChip({ loading, children }: Props) {
  return <span className={`chip fill-${loading}`}>{children ?? LOADING_WORD[loading]}</span>;
}
