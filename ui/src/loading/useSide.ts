/** The pane on the right: whether it is open, and what it shows. */
import { useState } from "react";
import { useStored } from "../lib/stored";
import type { SideTab } from "./Side";

export type SideState = {
  open: boolean;
  tab: SideTab;
  setOpen: (open: boolean) => void;
  setTab: (tab: SideTab) => void;
  /** Opens it at a tab and gives it the focus. */
  show: (tab: SideTab) => void;
};

/** `first` is the tab it begins with. */
export function useSide(first: SideTab): SideState {
  const [open, setOpen] = useStored<boolean>("loadingSide", window.innerWidth >= 1100);
  const [tab, setTab] = useState(first);
  const show = (next: SideTab) => {
    setOpen(true);
    setTab(next);
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-focus-first]")?.focus());
  };
  return { open, tab, setOpen, setTab, show };
}
