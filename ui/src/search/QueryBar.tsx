/** The query, and how many results to ask for. */
import { useEffect, useRef } from "react";
import { NumberField } from "../parts/NumberField";
import { focusGrid } from "./focusGrid";
import type { Lab } from "./useLab";

type Props = { lab: Lab };

/** More than any catalogue has that was seen. */
const MOST = 100_000;

export function QueryBar({ lab }: Props) {
  const field = useRef<HTMLInputElement>(null);
  // Going to the lab means wanting to type.
  useEffect(() => field.current?.focus(), []);
  // Who types fast and goes on to the results means those of the whole query, not the ones before.
  const goes = useRef(false);
  const { busy } = lab.search;
  useEffect(() => {
    if (busy || !goes.current) return;
    goes.current = false;
    focusGrid("results");
  }, [busy]);
  return (
    <div className="lab-query" role="search">
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
        value={lab.query}
        onChange={(event) => {
          goes.current = false;
          lab.setQuery(event.target.value);
          // Another wording expects the same; another question starts from nothing.
          if (event.target.value.trim() === "") lab.setExpected([]);
          lab.setTab("results");
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          lab.setTab("results");
          goes.current = busy;
          if (!busy) focusGrid("results");
        }}
      />
      <NumberField
        label="Top"
        value={lab.top}
        onChange={(top) => lab.setTop(Math.min(MOST, Math.max(1, top ?? 1)))}
      />
    </div>
  );
}
