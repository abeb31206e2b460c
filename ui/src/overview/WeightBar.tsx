/** The weight of a row as a bar in two parts: loaded always, and the rest. Decorative: the number is beside it. */
import type { Row } from "../lib/catalogue";
import type { Loading } from "../lib/loading";

type Props = {
  row: Row;
  /** Tokens of the heaviest server: the full width. */
  heaviest: number;
};

const ORDER: readonly Loading[] = ["always", "whenNeeded", "unknown", "off"];

export function WeightBar({ row, heaviest }: Props) {
  const tools = row.kind === "server" ? row.tools : [row];
  const parts = ORDER.map((loading) => ({
    loading,
    tokens: tools.filter((tool) => tool.loading === loading).reduce((sum, { tokens }) => sum + tokens, 0),
  })).filter(({ tokens }) => tokens > 0);
  return (
    <span className="bar" aria-hidden="true">
      {parts.map(({ loading, tokens }) => (
        <span
          key={loading}
          className={`fill-${loading}`}
          style={{ width: `${Math.max(1, (100 * tokens) / heaviest)}%` }}
        />
      ))}
    </span>
  );
}
