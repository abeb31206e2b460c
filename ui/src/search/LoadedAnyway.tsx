/** Tools that no search finds because they are loaded from the start; those the query speaks of by name. */
import { plural } from "../lib/format";
import { loadedAnyway } from "../lib/found";
import { visible } from "../lib/visible";
import { LoadingChip } from "../parts/LoadingChip";

type Props = {
  names: readonly string[];
  query: string;
};

/** So many are named. */
const NAMED = 4;

export function LoadedAnyway({ names, query }: Props) {
  if (names.length === 0) return null;
  const like = loadedAnyway(names, query);
  const more = like.length - NAMED;
  return (
    <p>
      <LoadingChip loading="always" /> {plural(names.length, "tool")} in context from the start, so no search lists them
      {like.length > 0 && (
        <>
          ; like the query:{" "}
          <span className="mono selectable">{visible(like.slice(0, NAMED).join(", "))}</span>
          {more > 0 && ` and ${more} more`}
        </>
      )}
      .
    </p>
  );
}
