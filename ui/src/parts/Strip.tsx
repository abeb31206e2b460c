/** A line across the view about its data: partial, stale, failed. */
import type { ReactNode } from "react";

type Props = {
  tone: "warn" | "danger" | "plain";
  children: ReactNode;
};

export function Strip({ tone, children }: Props) {
  return (
    <div className={`strip strip-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      {children}
    </div>
  );
}
