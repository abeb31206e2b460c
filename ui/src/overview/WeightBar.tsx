/** The weight of a row as a bar in two parts: loaded always, and the rest. Decorative: the number is beside it. */
import { useMemo } from "react";
import type { Row } from "../lib/catalogue";
import type { Loading } from "../lib/loading";

type Props = {
  row: Row;
  /** Tokens of the heaviest server: the full width. */
  heaviest: number;
};

const ORDER: readonly Loading[] = ["always", "whenNeeded", "unknown", "off"];

export function WeightBar({ row, heaviest }: Props) {
  const parts = useMemo(() => partsOf(row), [row]);
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

function partsOf(row: Row) {
  const tools = row.kind === "server" ? row.tools : [row];
  return ORDER.map((loading) => ({
    loading,
    tokens: tools.filter((tool) => tool.loading === loading).reduce((sum, { tokens }) => sum + tokens, 0),
  })).filter(({ tokens }) => tokens > 0);
}
