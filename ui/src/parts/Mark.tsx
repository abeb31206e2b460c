/** The Plimsoll mark: a ring crossed by a level line. Decorative. */
type Props = {
  /** Side, px. */
  size: number;
};

export function Mark({ size }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke="var(--accent)" strokeWidth="2">
        <circle cx="12" cy="12" r="7" />
        <path d="M1 12h22" />
      </g>
    </svg>
  );
}
