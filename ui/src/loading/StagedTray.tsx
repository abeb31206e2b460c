/** The line at the bottom: how much is staged, what it makes of each client, and the last write. */
import type { ChangeSetLine, SwitchClient } from "../wire/generated";
import { saved } from "../lib/board";
import { clientName } from "../lib/clients";
import { clock, count, tokenSum } from "../lib/format";
import { Kbd } from "../parts/Kbd";

type Props = {
  amount: number;
  clients: readonly SwitchClient[];
  pending: boolean;
  /** Whether there is a step to undo. */
  canUndo: boolean;
  /** The newest write that stands; null: none. */
  last: ChangeSetLine | null;
  busy: boolean;
  keys: { undo: string; review: string };
  onUndo: () => void;
  onDiscard: () => void;
  onReview: () => void;
  onUndoWrite: (id: string) => void;
};

export function StagedTray(props: Props) {
  const { amount, clients, pending, last } = props;
  const moved = clients.filter((client) => saved(client) !== 0);
  return (
    <>
      {amount > 0 && (
        <section className="staged-tray" data-pane aria-label="Staged">
          <span className="staged-sum selectable" aria-busy={pending}>
            <span className="staged-mark" aria-hidden="true">
              ●
            </span>{" "}
            <span className="strong">{amount} staged</span>
            {moved.map((client) => (
              <span key={client.id}>
                {" "}
                · {clientName(client.id)} standing {tokenSum(client.standing)} → <strong>{count(client.planned.tokens)}</strong> tok (
                {saved(client) > 0 ? "−" : "+"}
                {count(Math.abs(saved(client)))})
              </span>
            ))}
          </span>
          <button type="button" className="button" disabled={!props.canUndo} onClick={props.onUndo}>
            Undo <Kbd>{props.keys.undo}</Kbd>
          </button>
          <button type="button" className="button" onClick={props.onDiscard}>
            Discard
          </button>
          <button type="button" className="button primary" onClick={props.onReview}>
            Review &amp; write <Kbd>{props.keys.review}</Kbd>
          </button>
        </section>
      )}
      {last !== null && (
        <section className="last-write caption" aria-label="Last write">
          Backups kept in app data · last write {clock(last.at)}{" "}
          <button type="button" className="link" disabled={props.busy} onClick={() => props.onUndoWrite(last.id)}>
            Undo that write
          </button>
        </section>
      )}
    </>
  );
}
