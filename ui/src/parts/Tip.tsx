/** A short explanation that opens on hover and on focus. */
import { Tooltip } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import "./parts.css";

type Props = {
  /** What is explained; must take a ref and focus, like a button. */
  children: ReactElement;
  /** The explanation. */
  text: ReactNode;
};

export function Tip({ children, text }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
