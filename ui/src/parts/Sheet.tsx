/** A modal layer over the page, on the platform's own `<dialog>`: focus stays in and returns. */
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

type Props = {
  title: string;
  /** Escape and the close button. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom. */
  foot?: ReactNode;
  /** Hides the title line from sight, not from screen readers; Escape closes. */
  bare?: boolean;
};

/** The first control of the body. */
const FIRST = ".sheet-body :is(input, select, button, [tabindex='0']):not(:disabled)";

export function Sheet({ title, onClose, children, foot, bare = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const node = dialog.current;
    node?.showModal();
    // On its own the platform takes the close button, which comes first.
    const first = node?.querySelector<HTMLElement>("[data-first]") ?? node?.querySelector<HTMLElement>(FIRST);
    first?.focus();
    // Closing before the element goes is what gives the focus back.
    return () => node?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={bare ? "visually-hidden" : "sheet-head"}>
        <h2 id={heading}>{title}</h2>
        {!bare && (
          <button type="button" className="button quiet cross" aria-label="Close" onClick={onClose}>
            ×
          </button>
        )}
      </div>
      <div className="sheet-body">{children}</div>
      {foot !== undefined && <div className="sheet-foot">{foot}</div>}
    </dialog>
  );
}
