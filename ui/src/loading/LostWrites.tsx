/** Lines about writes that clients have dropped from their files, as reading the files has shown. */
import { shortPath } from "../lib/format";
import { visible } from "../lib/visible";
import type { LostWrite } from "../lib/writes";
import { Strip } from "../parts/Strip";

type Props = {
  lost: readonly LostWrite[];
  /** Shows what would make it once more. */
  onLook: (id: string) => void;
};

export function LostWrites({ lost, onLook }: Props) {
  return lost.map(({ id, problem: { file } }) => {
    const name = visible(shortPath(file ?? ""));
    return (
      <Strip key={id} tone="warn">
        {name} no longer says what Plimsoll wrote.
        <button type="button" className="button" aria-label={`Write it again… ${name}`} onClick={() => onLook(id)}>
          Write it again…
        </button>
      </Strip>
    );
  });
}
