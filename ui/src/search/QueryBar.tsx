/** The query, and how many results to ask for. */
import { useEffect, useRef } from "react";
import { NumberField } from "../parts/NumberField";
import { focusGrid } from "./focusGrid";
import { useSearching } from "./searching";
import type { Lab } from "./useLab";

type Props = { lab: Lab };

/** More than any catalogue has that was seen. */
const MOST = 100_000;

export function QueryBar({ lab }: Props) {
  return (
    <div className="lab-query" role="search">
      <QueryField lab={lab} />
      <NumberField
        label="Top"
        value={lab.top}
        onChange={(top) => lab.setTop(Math.min(MOST, Math.max(1, top ?? 1)))}
      />
    </div>
  );
}

function QueryField({ lab }: Props) {
  const { searching } = lab;
  const query = useSearching(searching, ({ wording }) => wording.query);
  const busy = useSearching(searching, (now) => now.busy);
  const field = useRef<HTMLInputElement>(null);
  // Going to the lab means wanting to type.
  useEffect(() => field.current?.focus(), []);
  // Who types fast and goes on to the results means those of the whole query, not the ones before.
  const goes = useRef(false);
  useEffect(() => {
    if (busy || !goes.current) return;
    goes.current = false;
    focusGrid("results");
  }, [busy]);
  const toResults = () => {
    if (lab.tab !== "results") lab.setTab("results");
  };
  return (
    <>
      <label className="caption" htmlFor="lab-query">
        Query
      </label>
      <input
        id="lab-query"
        ref={field}
        data-query
        type="search"
        className="field"
        placeholder="What the model would search for: open a ticket for the failing build"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          goes.current = false;
          const { value } = event.target;
          // Another wording expects the same; another question starts from nothing.
          searching.say(value.trim() === "" ? { query: value, expected: [] } : { query: value });
          toResults();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          toResults();
          goes.current = busy;
          if (!busy) focusGrid("results");
        }}
      />
    </>
  );
}
