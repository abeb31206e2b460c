/** Nothing to show: one sentence why, and what can be done. */
import type { ReactNode } from "react";

type Props = {
  /** One sentence. */
  title: string;
  /** Details and at most one action. */
  children?: ReactNode;
};

export function Empty({ title, children }: Props) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {children}
    </div>
  );
}
