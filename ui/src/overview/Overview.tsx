/** The Overview: what MCP servers cost each client before a word is typed. */
import { useDeferredValue, useMemo, useState } from "react";
import type { ClientAudit } from "../wire/generated";
import type { ServerActs } from "../lib/acts";
import { serverRows, type Row } from "../lib/catalogue";
import { filterRows, isActive, NO_FILTER, type Filter } from "../lib/filter";
import * as explain from "../lib/explain";
import { Empty } from "../parts/Empty";
import { Inspector } from "./Inspector";
import { NoServers } from "./NoServers";
import { PartialStrip } from "./PartialStrip";
import { Summary } from "./Summary";
import { TreemapPane } from "./TreemapPane";
import type { TreeTable } from "./TreeTable";
import "./overview.css";

type Props = {
  /** How and when every number was counted. */
  base: explain.Base;
  /** The clients looked at, one or all. */
  clients: readonly ClientAudit[];
  filter: Filter;
  /** Row id of the server that fills the treemap; null: all. */
  zoom: string | null;
  /** Row id of what the inspector shows. */
  selected: string | null;
  modelWindow: number | null;
  projects: string[];
  /** Whether the inspector is shown, and whether it lies over the page. */
  inspector: boolean;
  overlay: boolean;
  /** While servers are connected nothing changes places. */
  frozen: boolean;
  acts: ServerActs;
  /** Null in the first frame: the numbers come before the table. */
  Table: typeof TreeTable | null;
  onInspector: (open: boolean) => void;
  onFilter: (filter: Filter) => void;
  onZoom: (server: string | null) => void;
  onSelect: (id: string) => void;
  onClient: (id: string) => void;
  onServer: (server: string) => void;
  /** Goes to where a server's loading is changed, by its name. */
  onLoading: (name: string) => void;
  /** The user says Claude Desktop's tool access mode. */
  onAccess: (access: string) => void;
  onRead: () => void;
};

export function Overview(props: Props) {
  const { base, clients, selected, acts, onServer, Table } = props;
  // Typing must not wait for ten thousand rows.
  const filter = useDeferredValue(props.filter);
  const [preview, setPreview] = useState<string | null>(null);
  const rows = useMemo(() => serverRows(clients), [clients]);
  const filtered = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const [only] = clients;
  const one = clients.length === 1 ? only : undefined;
  const whole = one === undefined ? null : one.standing.tokens;
  const select = (id: string) => {
    // What is chosen now wins over what the pointer happens to rest on.
    setPreview(null);
    props.onSelect(id);
  };
  const open = (row: Row) => {
    select(row.id);
    props.onInspector(true);
  };

  return (
    <div className="overview">
      <main className="overview-main" data-pane aria-label="Overview">
        <h1 className="visually-hidden">Overview</h1>
        <Summary
          clients={clients}
          base={base}
          modelWindow={props.modelWindow}
          onClient={props.onClient}
          onAccess={props.onAccess}
        />
        {rows.length === 0 ? (
          <NoServers clients={clients} onRead={props.onRead} />
        ) : (
          <>
            <PartialStrip
              clients={clients}
              rows={rows}
              access={base.access}
              onSelect={(id) => {
                select(id);
                props.onInspector(true);
              }}
              onConnect={acts.connect}
              onClient={props.onClient}
            />
            <TreemapPane
              rows={rows}
              base={base}
              filter={props.filter}
              shown={filter}
              zoom={props.zoom}
              selected={selected}
              closed={!props.inspector}
              onFilter={props.onFilter}
              onZoom={props.onZoom}
              onSelect={select}
              onPreview={setPreview}
              onInspector={() => props.onInspector(true)}
            />
            {filtered.length === 0 ? (
              <Empty title="No server or tool matches the filter.">
                <button type="button" className="button" onClick={() => props.onFilter(NO_FILTER)}>
                  Clear filter
                </button>
              </Empty>
            ) : Table === null ? null : (
              <Table
                rows={filtered}
                openAll={isActive(filter)}
                frozen={props.frozen}
                whole={whole}
                selected={selected}
                acts={acts}
                onSelect={(row) => select(row.id)}
                onOpen={open}
                onServer={onServer}
                tips={{ tokens: explain.weight(base), standing: explain.standingColumn(base, one !== undefined) }}
              />
            )}
          </>
        )}
      </main>
      {props.inspector && (
        <Inspector
          rows={rows}
          shown={preview ?? selected}
          base={base}
          whole={whole}
          projects={props.projects}
          overlay={props.overlay}
          acts={acts}
          onSelect={select}
          onServer={onServer}
          onLoading={props.onLoading}
          onClose={() => props.onInspector(false)}
        />
      )}
    </div>
  );
}
