/** What the last staged step did, in words, once the engine has answered. */
import { useEffect, useRef, useState } from "react";
import type { Switchboard } from "../wire/generated";
import { announcement } from "../lib/board";
import { plural } from "../lib/format";
import { specTitle } from "../lib/specs";
import type { Choices } from "../lib/staged";

/** More changes than these are counted, not read out. */
const READ_OUT = 3;

export function useAnnounced(choices: Choices, board: Switchboard | null, pending: boolean): string {
  const told = useRef(choices);
  const [text, setText] = useState("");
  useEffect(() => {
    if (pending || board === null || told.current === choices) return;
    const before = told.current.changes;
    told.current = choices;
    const came = [...choices.changes].filter(([slot, change]) => before.get(slot)?.text !== change.text);
    const gone = [...before].filter(([slot]) => !choices.changes.has(slot));
    const sentences = [
      ...came.map(([, change]) => announcement(change, board)),
      ...gone.map(([, change]) => `Put back: ${specTitle(change)}.`),
    ];
    setText(sentences.length > READ_OUT ? `${plural(sentences.length, "change")}, ${plural(choices.changes.size, "change")} staged.` : sentences.join(" "));
  }, [choices, board, pending]);
  return text;
}
