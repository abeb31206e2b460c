/** The Overview: what MCP servers cost each client before a word is typed. */
import { useMemo } from "react";
import type { Audit, ClientAudit } from "../wire/generated";
import { serverRows, type Row } from "../lib/catalogue";
import * as explain from "../lib/explain";
import { filterRows, isActive, keepsTool, type Filter } from "../lib/filter";
import { useStored } from "../lib/stored";
import { Empty } from "../parts/Empty";
import { Split } from "../parts/Split";
import { ClientCards } from "./ClientCards";
import { ClientGauge } from "./ClientGauge";
import { Crumbs } from "./Crumbs";
import { HeadNumbers } from "./HeadNumbers";
import { Inspector } from "./Inspector";
import { NoServers } from "./NoServers";
import { PartialStrip } from "./PartialStrip";
import { Treemap } from "./Treemap";
import { TreeTable } from "./TreeTable";
import "./overview.css";

type Props = {
  audit: Audit;
  /** The clients looked at, one or all. */
  clients: readonly ClientAudit[];
  filter: Filter;
  /** Row id of the server that fills the treemap; null: all. */
  zoom: string | null;
  /** Row id of what the inspector shows. */
  selected: string | null;
  modelWindow: number | null;
  projects: string[];
  /** Whether the inspector is shown; a narrow window closes it. */
  inspector: boolean;
  /** While servers are connected nothing changes places. */
  frozen: boolean;
  onInspector: (open: boolean) => void;
  onFilter: (filter: Filter) => void;
  onZoom: (server: string | null) => void;
  onSelect: (id: string) => void;
  onClient: (id: string) => void;
  onServer: (server: string) => void;
  /** Asks for consent to connect these keys. */
  onConnect: (keys: string[]) => void;
};

/** Bounds of the treemap's height, px; a third of the window unless the user moved it. */
const TREEMAP = { min: 96, max: 640, initial: Math.round(window.innerHeight * 0.32) };

export function Overview(props: Props) {
  const { audit, clients, filter, zoom, selected, onSelect, onZoom, onServer } = props;
  const [height, setHeight] = useStored("treemapHeight", TREEMAP.initial);
  const rows = useMemo(() => serverRows(clients), [clients]);
  const filtered = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const zoomed = rows.find((row) => row.id === zoom);
  const placed = useMemo(() => (zoomed === undefined ? rows : [zoomed]), [rows, zoomed]);
  const total = placed.reduce((sum, row) => sum + row.tokens, 0);
  const [only] = clients;
  const one = clients.length === 1 ? only : undefined;
  const whole = one === undefined ? null : one.standing.tokens;
  const open = (row: Row) => {
    onSelect(row.id);
    props.onInspector(true);
  };

  return (
    <div className="overview">
      <main className="overview-main" data-pane aria-label="Overview">
        <h1 className="visually-hidden">Overview</h1>
        <div className="summary">
          {one === undefined ? (
            <ClientCards clients={clients} audit={audit} onClient={props.onClient} />
          ) : (
            <>
              <ClientGauge client={one} />
              <HeadNumbers client={one} audit={audit} modelWindow={props.modelWindow} />
            </>
          )}
        </div>
        {one?.caveat != null && <p className="caption caveat">{one.caveat}</p>}
        {rows.length === 0 ? (
          <NoServers clients={clients} />
        ) : (
          <>
            <PartialStrip clients={clients} onSelect={onSelect} rows={rows} onConnect={props.onConnect} />
            <Crumbs
              zoomed={zoomed?.name ?? null}
              filter={filter}
              onFilter={props.onFilter}
              onAll={() => onZoom(null)}
            />
            <div className="treemap-frame" style={{ height }}>
              <Treemap
                rows={placed}
                total={total}
                keeps={(tool) => keepsTool(tool, filter)}
                selected={selected}
                onSelect={onSelect}
                onZoom={onZoom}
                onZoomOut={() => onZoom(null)}
              />
            </div>
            <Split
              label="Treemap height"
              size={height}
              {...TREEMAP}
              grows="down"
              onSize={setHeight}
            />
            {filtered.length === 0 ? (
              <Empty title="No server or tool matches the filter.">
                <button
                  type="button"
                  className="button"
                  onClick={() => props.onFilter({ text: "", loadings: new Set() })}
                >
                  Clear filter
                </button>
              </Empty>
            ) : (
              <TreeTable
                rows={filtered}
                openAll={isActive(filter)}
                frozen={props.frozen}
                whole={whole}
                selected={selected}
                onSelect={(row) => onSelect(row.id)}
                onOpen={open}
                onServer={onServer}
                tips={{ tokens: explain.weight(audit), standing: explain.standingColumn(audit, one !== undefined) }}
              />
            )}
          </>
        )}
      </main>
      {props.inspector && (
        <Inspector
          rows={rows}
          selected={selected}
          audit={audit}
          whole={whole}
          projects={props.projects}
          onServer={onServer}
          onConnect={props.onConnect}
          onClose={() => props.onInspector(false)}
        />
      )}
    </div>
  );
}
