/** Runs actions by their keys. Dialogs keep their keys to themselves. */
import { useEffect } from "react";
import { KEYMAP, matches } from "../lib/keymap";
import { isTyping, listHasFocus } from "../lib/panes";
import type { Action } from "./actions";

export function useKeys(actions: readonly Action[], mac: boolean) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inDialog = document.querySelector("dialog[open]") !== null;
      const inList = listHasFocus();
      const action = actions.find(
        ({ id }) => id !== null && KEYMAP[id].some((chord) => matches(event, chord, mac, inList)),
      );
      if (action === undefined) return;
      // The webview's own reload must never happen, not even under a dialog.
      if (action.id === "read") event.preventDefault();
      if (inDialog || event.defaultPrevented && action.id !== "read") return;
      // In a text the step to undo is one of typing.
      if (/^(undo|redo)Step$/.test(action.id ?? "") && isTyping()) return;
      // A text selection is what the user wants to copy.
      if (action.id === "copyName" && !(document.getSelection()?.isCollapsed ?? true)) return;
      event.preventDefault();
      action.run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [actions, mac]);
}
