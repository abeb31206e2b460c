/** The frame and the state that views share: what is looked at, where, and how it is filtered. */
import { useState } from "react";
import { useHost } from "../wire/HostContext";
import { NO_FILTER, type Filter } from "../lib/filter";
import { chordText, KEYMAP, onMac } from "../lib/keymap";
import { focusFilter, focusPane } from "../lib/panes";
import * as places from "../lib/places";
import { useStored } from "../lib/stored";
import { useLoadingActions } from "../loading/useLoadingActions";
import { useRuns } from "../loading/useRuns";
import { useLab } from "../search/useLab";
import { useNotify } from "../parts/Notices";
import { actionsOf, serverActions, type Action } from "./actions";
import { Closing } from "./Closing";
import { ConnectTray } from "./ConnectTray";
import { FirstRun } from "./FirstRun";
import { Layers, type Layer } from "./Layers";
import { activeKeys, problemsOf } from "./looking";
import { Navigation } from "./Navigation";
import type { Opening } from "./opening";
import { StatusBar } from "./StatusBar";
import { Strips } from "./Strips";
import { Toolbar } from "./Toolbar";
import { useConnect } from "./useConnect";
import { useInspector } from "./useInspector";
import { useKeys } from "./useKeys";
import { useLooking } from "./useLooking";
import { useSelection } from "./useSelection";
import { useServerActs } from "./useServerActs";
import { useTheme } from "./useTheme";
import { Views } from "./Views";
import "./app.css";

export function Bench({ opening }: { opening: Opening | null }) {
  const host = useHost();
  const notify = useNotify();
  const mac = onMac();
  const look = useLooking(host, opening);
  const { settings, change, problem, known, project, projects, setProject, state, clients } = look;
  const { audit, reading, reload } = state;
  const [begun, setBegun] = useStored<boolean>("begun", false);
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const inspector = useInspector();
  const [where, setWhere] = useState(places.START);
  const [layer, setLayer] = useState<Layer | null>(null);
  useTheme(settings?.theme ?? "system");

  const selection = useSelection(clients);
  const connect = useConnect(host, reload);
  const go = (to: Partial<places.Place>) => setWhere((now) => places.go(now, to));
  const loading = useLoadingActions(project, () => go({ view: "loading" }));
  const runs = useRuns(host, project, reload);
  const plan = loading.request;
  const lab = useLab(host, { active: where.now.view === "search", audit, clients, projects, plan });
  const save = (part: Parameters<typeof change>[0]) => {
    change(part).then(reload, notify.failed);
  };
  const read = () => {
    known.reload();
    reload();
  };
  const ask = (keys: string[]) => {
    if (keys.length > 0) setLayer({ kind: "consent", keys });
  };
  const acts = useServerActs(host, connect, projects, ask);
  const openServer = (server: string) => go({ view: "server", server });

  const run = {
    overview: () => go({ view: "overview" }),
    ...loading.run,
    search: () => go({ view: "search" }),
    server: () => go({ view: "server" }),
    findings: () => go({ view: "findings" }),
    palette: () => setLayer({ kind: "palette" }),
    filter: () => focusFilter(),
    read,
    connect: () => ask(activeKeys(clients)),
    settings: () => setLayer({ kind: "settings" }),
    keys: () => setLayer({ kind: "keys" }),
    back: () => setWhere(places.back),
    forward: () => setWhere(places.forward),
    nextPane: () => void focusPane(1),
    previousPane: () => void focusPane(-1),
    copyName: selection.copyName,
    copyJson: selection.copyJson,
    inspector: () => inspector.set(!inspector.open),
    addTask: lab.addTask,
    runTasks: lab.runTasks,
    close: () => {
      if (inspector.open && inspector.overlay) inspector.set(false);
      else setFilter(NO_FILTER);
    },
  };
  const actions: Action[] = [...actionsOf(run, mac), ...serverActions(clients, openServer)];
  useKeys(begun ? actions : [], mac);

  const layers = (
    <Layers
      layer={layer}
      actions={actions}
      settings={settings}
      known={known}
      projects={projects}
      onClose={() => setLayer(null)}
      onConnect={(keys, remember) => {
        setLayer(null);
        connect.start(keys, projects, remember);
      }}
      onSettings={(next) => {
        setLayer(null);
        save(next);
      }}
    />
  );
  if (!begun) {
    return (
      <div className="app">
        <Strips state={state} problem={problem} />
        <FirstRun audit={audit} onBegin={() => setBegun(true)} />
        {layers}
      </div>
    );
  }
  const keyOf = (id: keyof typeof run) => chordText(KEYMAP[id][0] ?? { key: "" }, mac);
  return (
    <div className="app">
      <Toolbar
        clients={audit?.clients ?? []}
        client={look.client}
        onClient={look.setClient}
        projects={known.projects ?? []}
        project={project}
        onProject={setProject}
        tokenizer={settings?.tokenizer ?? "o200k_base"}
        onTokenizer={(tokenizer) => save({ tokenizer })}
        filter={filter.text}
        onFilter={(text) => setFilter({ ...filter, text })}
        reading={reading}
        onRead={read}
        onConnect={run.connect}
        onPalette={run.palette}
        onSettings={run.settings}
        paletteKey={keyOf("palette")}
      />
      <Strips state={state} problem={problem} />
      <div className="middle">
        <Navigation
          view={where.now.view}
          onView={(view) => go({ view })}
          keyOf={keyOf}
          answered={clients.map(({ answered }) => answered)}
          problems={problemsOf(audit, clients).length}
          staged={loading.amount}
        />
        <Views
          audit={audit}
          failed={!reading && (state.problem ?? problem) !== null}
          clients={clients}
          place={where.now}
          go={go}
          filter={filter}
          onFilter={setFilter}
          selected={selection.selected}
          onSelect={selection.select}
          settings={settings}
          projects={projects}
          inspector={inspector}
          onClient={look.setClient}
          onServer={openServer}
          onAccess={(desktopToolAccess) => save({ desktopToolAccess })}
          onRead={read}
          acts={acts}
          frozen={connect.running}
          onConnect={ask}
          connect={connect}
          onReload={reload}
          onProject={setProject}
          runs={runs}
          lab={lab}
          labKeys={{ addTask: keyOf("addTask"), runTasks: keyOf("runTasks") }}
        />
      </div>
      <ConnectTray connect={connect} />
      {audit !== null && (
        <StatusBar
          audit={audit}
          clients={clients}
          reading={reading}
          onKeys={run.keys}
        />
      )}
      {layers}
      <Closing
        project={project}
        onReview={(at) => {
          setLayer(null);
          setProject(at);
          loading.showReview(at);
        }}
      />
    </div>
  );
}
