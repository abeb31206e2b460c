/** Asks what becomes of staged changes before the window closes. */
import { useEffect, useState } from "react";
import { useHost } from "../wire/HostContext";
import { plural, shortPath } from "../lib/format";
import { useStagedWork } from "../loading/StagedProvider";
import { useNotify } from "../parts/Notices";
import { Sheet } from "../parts/Sheet";

type Props = {
  /** Shows what is staged for this project, to be written. */
  onReview: (project: string) => void;
  /** The project looked at. */
  project: string;
};

export function Closing({ onReview, project }: Props) {
  const host = useHost();
  const notify = useNotify();
  const { where, amount } = useStagedWork();
  const [asked, setAsked] = useState(false);
  const holds = amount > 0;

  // Held only while there is something to lose: a page that hangs then never keeps the window open.
  useEffect(() => {
    if (!holds) return;
    const holding = host.holdClose(() => setAsked(true));
    holding.catch(notify.failed);
    return () => {
      holding.then(
        (release) => release(),
        () => {
          // It was never held.
        },
      );
    };
  }, [host, notify, holds]);

  if (!asked || !holds) return null;
  const stay = () => setAsked(false);
  const first = where.find((one) => one.project === project) ?? where[0];
  return (
    <Sheet
      title="Write, discard or stay?"
      onClose={stay}
      foot={
        <>
          <button type="button" className="button" data-first onClick={stay}>
            Stay
          </button>
          <button type="button" className="button" onClick={() => void host.close().catch(notify.failed)}>
            Discard and close
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => {
              stay();
              if (first !== undefined) onReview(first.project);
            }}
          >
            Review &amp; write
          </button>
        </>
      }
    >
      <p>{plural(amount, "staged change")} not written yet. Closing the window forgets {amount === 1 ? "it" : "them"}.</p>
      <ul className="closing-list">
        {where.map((one) => (
          <li key={one.project}>
            {plural(one.amount, "change")} {one.project === "" ? "outside any project" : `in ${shortPath(one.project)}`}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
