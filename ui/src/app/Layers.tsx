/** What lies over the page: consent, settings, palette, keys; at most one. */
import { useEffect, useState } from "react";
import type { About, Settings } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import type { Action } from "./actions";
import { useLater } from "./useLater";
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
  const later = useLater();
  const [about, setAbout] = useState<About | null>(null);
  const inSettings = layer?.kind === "settings";
  useEffect(() => {
    if (inSettings) {
      host.about().then(setAbout, () => {
        // The version line is left out; everything else in settings works.
      });
    }
  }, [host, inSettings]);

  if (layer === null || later === null) return null;
  switch (layer.kind) {
    case "consent":
      return (
        <later.ConsentSheet
          keys={layer.keys}
          projects={props.projects}
          onClose={onClose}
          onConnect={props.onConnect}
        />
      );
    case "settings":
      return settings === null ? null : (
        <later.SettingsSheet
          settings={settings}
          known={props.known}
          about={about}
          onSave={props.onSettings}
          onClose={onClose}
        />
      );
    case "palette":
      return <later.Palette actions={actions} onClose={onClose} />;
    case "keys":
      return <later.KeySheet actions={actions} onClose={onClose} />;
  }
}
