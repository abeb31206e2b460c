/** The frame and the state that views share: what is looked at, where, and how it is filtered. */
import { useMemo, useRef, useState } from "react";
import { useHost } from "../wire/HostContext";
import type { Filter } from "../lib/filter";
import * as places from "../lib/places";
import { useStored } from "../lib/stored";
import { Overview } from "../overview/Overview";
import { Navigation } from "./Navigation";
import { StatusBar } from "./StatusBar";
import { Toolbar } from "./Toolbar";
import { useAudit } from "./useAudit";
import { useProjects } from "./useProjects";
import { useSettings } from "./useSettings";
import { useTheme } from "./useTheme";
import "./app.css";

export function Bench() {
  const host = useHost();
  const { settings, change } = useSettings(host);
  const known = useProjects(host);
  const [client, setClient] = useStored<string>("client", "all");
  const [chosen, setProject] = useStored<string>("project", "*");
  const [filter, setFilter] = useState<Filter>({ text: "", loadings: new Set() });
  const [selected, setSelected] = useState<string | null>(null);
  const [inspector, setInspector] = useState(true);
  const [where, setWhere] = useState(places.START);
  const filterField = useRef<HTMLInputElement>(null);
  useTheme(settings?.theme ?? "system");

  const list = known.projects ?? [];
  const first = list.find((project) => project.exists)?.path ?? "";
  const project = list.some(({ path }) => path === chosen) || chosen === "" ? chosen : first;
  const projects = useMemo(() => (project === "" ? [] : [project]), [project]);
  const ready = settings !== null && known.projects !== null;
  const { audit, reading, reload } = useAudit(
    host,
    ready ? { clients: [], projects, tokenizer: settings.tokenizer } : null,
  );
  const clients = useMemo(() => {
    const all = audit?.clients ?? [];
    const one = all.filter(({ id }) => id === client);
    const present = all.filter((candidate) => candidate.present);
    return one.length > 0 ? one : present.length > 0 ? present : all;
  }, [audit, client]);

  return (
    <div className="app">
      <Toolbar
        clients={audit?.clients ?? []}
        client={client}
        onClient={setClient}
        projects={list}
        project={project}
        onProject={setProject}
        tokenizer={settings?.tokenizer ?? "o200k_base"}
        onTokenizer={(tokenizer) => void change({ tokenizer })}
        filter={filter.text}
        onFilter={(text) => setFilter({ ...filter, text })}
        filterField={filterField}
        reading={reading}
        onRead={reload}
        onPalette={() => {}}
        onSettings={() => {}}
        paletteKey="Ctrl K"
      />
      <div className="middle">
        <Navigation
          items={[{ view: "overview", label: "Overview", icon: "◫", note: "1", keys: "Ctrl 1" }]}
          view={where.now.view}
          onView={(view) => setWhere(places.go(where, { view }))}
        />
        {audit !== null && (
          <Overview
            audit={audit}
            clients={clients}
            filter={filter}
            zoom={where.now.zoom}
            selected={selected}
            modelWindow={settings?.modelWindow ?? null}
            projects={projects}
            inspector={inspector}
            onInspector={setInspector}
            onFilter={setFilter}
            onZoom={(zoom) => setWhere(places.go(where, { zoom }))}
            onSelect={setSelected}
            onClient={setClient}
            onServer={() => {}}
            onConnect={() => {}}
          />
        )}
      </div>
      {audit !== null && (
        <StatusBar audit={audit} clients={clients} reading={reading} work="" onKeys={() => {}} />
      )}
    </div>
  );
}
