/**
 * A load gauge: the Plimsoll mark as a vessel. The ring fills up to the level
 * line, which stands at `level` of the whole.
 */
import { useId } from "react";

type Props = {
  /** 0 to 1; null: not known, the ring stays empty. */
  level: number | null;
  /** The same in words, for people who do not see it. */
  label: string;
};

const TOP = 6;
const HEIGHT = 36;

export function Gauge({ level, label }: Props) {
  const clip = useId();
  const share = level === null ? 0 : Math.min(1, Math.max(0, level));
  const water = TOP + HEIGHT * (1 - share);
  return (
    <svg className="gauge" width="56" height="48" viewBox="0 0 56 48" role="img" aria-label={label}>
      <clipPath id={clip}>
        <circle cx="28" cy="24" r="18" />
      </clipPath>
      <rect
        clipPath={`url(#${clip})`}
        x="10"
        y={water}
        width="36"
        height={HEIGHT * share}
        className="gauge-water"
      />
      <circle cx="28" cy="24" r="18" className="gauge-ring" />
      {level !== null && <path d={`M2 ${water}h52`} className="gauge-line" />}
    </svg>
  );
}
