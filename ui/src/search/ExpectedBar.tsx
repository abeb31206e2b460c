/** Which tools the query should find, whether it does, and keeping it as a task. */
import { memo } from "react";
import { visible } from "../lib/visible";
import { Kbd } from "../parts/Kbd";
import { useSearching } from "./searching";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  /** The place of the first expected tool, from 1; null: not found. */
  rank: number | null;
  /** How the key that adds a task is written here. */
  addKey: string;
};

export const ExpectedBar = memo(function ExpectedBar({ lab, rank, addKey }: Props) {
  const { searching, chosen } = lab;
  const expected = useSearching(searching, ({ wording }) => wording.expected);
  const set = lab.tasks.current;
  return (
    <div className="expected-bar">
      <span className="caption">Expected</span>
      {expected.map((name) => (
        <span key={name} className="expected-chip">
          <span className="mono selectable">{visible(name)}</span>
          <button
            type="button"
            className="button quiet"
            aria-label={`Do not expect ${name}`}
            onClick={() => searching.say({ expected: expected.filter((one) => one !== name) })}
          >
            ×
          </button>
        </span>
      ))}
      {expected.length === 0 && <span className="dim">none yet; Space on a result marks it</span>}
      {chosen !== null && !expected.includes(chosen.sentAs) && (
        <button
          type="button"
          className="button"
          onClick={() => searching.say({ expected: [...expected, chosen.sentAs] })}
        >
          + {visible(chosen.name)}
        </button>
      )}
      {expected.length > 0 && (
        <span className={rank === null ? "danger" : "ok"} role="status">
          {rank === null ? `✕ not among the first ${lab.top}` : `✓ found at ${rank}`}
        </span>
      )}
      <span className="lab-space" />
      <button type="button" className="button" onClick={lab.addTask}>
        Add to {set === null ? "a task set" : visible(set.name)} <Kbd>{addKey}</Kbd>
      </button>
    </div>
  );
});
