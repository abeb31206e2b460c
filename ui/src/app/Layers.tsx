/** What lies over the page: consent, settings, palette, keys; at most one. */
import { useEffect, useState } from "react";
import type { About, Settings } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import type { Action } from "./actions";
import { ConsentSheet } from "./ConsentSheet";
import { KeySheet } from "./KeySheet";
import { Palette } from "./Palette";
import { SettingsSheet } from "./SettingsSheet";
import type { ProjectsState } from "./useProjects";

export type Layer =
  | { kind: "consent"; keys: string[] }
  | { kind: "settings" }
  | { kind: "palette" }
  | { kind: "keys" };

type Props = {
  /** Null: none. */
  layer: Layer | null;
  actions: readonly Action[];
  settings: Settings | null;
  known: ProjectsState;
  projects: string[];
  onClose: () => void;
  onConnect: (keys: string[], remember: boolean) => void;
  onSettings: (settings: Settings) => void;
};

export function Layers(props: Props) {
  const { layer, actions, settings, onClose } = props;
  const host = useHost();
  const [about, setAbout] = useState<About | null>(null);
  const inSettings = layer?.kind === "settings";
  useEffect(() => {
    if (inSettings) {
      host.about().then(setAbout, () => {
        // The version line is left out; everything else in settings works.
      });
    }
  }, [host, inSettings]);

  switch (layer?.kind) {
    case undefined:
      return null;
    case "consent":
      return (
        <ConsentSheet
          keys={layer.keys}
          projects={props.projects}
          onClose={onClose}
          onConnect={props.onConnect}
        />
      );
    case "settings":
      return settings === null ? null : (
        <SettingsSheet
          settings={settings}
          known={props.known}
          about={about}
          onSave={props.onSettings}
          onClose={onClose}
        />
      );
    case "palette":
      return <Palette actions={actions} onClose={onClose} />;
    case "keys":
      return <KeySheet actions={actions} onClose={onClose} />;
  }
}
