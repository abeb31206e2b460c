/** A caption that explains what the number beside it counts. */
import type { ReactNode } from "react";
import { Tip } from "./Tip";

type Props = {
  /** The caption. */
  children: ReactNode;
  /** What the number counts, with unit, error and source. */
  info: ReactNode;
};

export function InfoLabel({ children, info }: Props) {
  return (
    <Tip text={info}>
      <button type="button" className="info-label caption">
        {children}
      </button>
    </Tip>
  );
}
