/** What one engine finds: a grid of tools, what lies behind the cut, what it costs. */
import type { Audit, ClientAudit, EngineAbout, Search, SearchResult } from "../wire/generated";
import * as explain from "../lib/explain";
import { sameTool } from "../lib/lab";
import { visible } from "../lib/visible";
import { InfoLabel } from "../parts/InfoLabel";
import { Strip } from "../parts/Strip";
import { LabGrid } from "./LabGrid";
import { NothingFound } from "./NothingFound";
import { ResultFoot } from "./ResultFoot";
import { ResultLine } from "./ResultLine";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  audit: Audit;
  clients: readonly ClientAudit[];
  engine: EngineAbout;
  search: Search;
  result: SearchResult;
  /** Enter: look closer. */
  onOpen: () => void;
  /** Mod+Enter: the server's own view. */
  onServer: (server: string | null) => void;
};

export function Results({ lab, audit, clients, engine, search, result, onOpen, onServer }: Props) {
  const { tools } = result;
  if (result.error !== null) {
    return (
      <Strip tone="danger">
        <span>
          {engine.title} refuses this query: {visible(result.error.message)} <code>{result.error.code}</code>
        </span>
      </Strip>
    );
  }
  if (tools.length === 0) return <NothingFound lab={lab} search={search} result={result} />;
  const at = tools.findIndex((tool) => sameTool(tool, lab.chosen, lab.drafts));
  const choose = (index: number) => {
    const tool = tools[index];
    if (tool !== undefined) lab.choose({ server: tool.server, name: tool.name, sentAs: tool.sentAs });
  };
  const toggle = (index: number) => {
    const name = tools[index]?.sentAs;
    if (name === undefined) return;
    lab.setExpected(lab.expected.includes(name) ? lab.expected.filter((one) => one !== name) : [...lab.expected, name]);
  };
  const best = tools[0]?.score ?? 0;
  return (
    <>
      <LabGrid
        label={`Found by ${engine.title}`}
        name="results"
        className="result-table"
        columns={5}
        count={tools.length}
        rowHeight={44}
        at={at}
        head={
          <>
            <span role="columnheader" className="right">
              #
            </span>
            <span role="columnheader">Tool and why</span>
            <span role="columnheader">Server</span>
            <span role="columnheader">
              <InfoLabel info={`The engine's own score; it orders, and means nothing else.\n${engine.because}`}>
                Score
              </InfoLabel>
            </span>
            <span role="columnheader" className="right">
              <InfoLabel info={explain.weight({ tokenizer: search.tokenizer, claudeBand: audit.claudeBand })}>
                Loads, tok
              </InfoLabel>
            </span>
          </>
        }
        nameOf={(index) => tools[index]?.name ?? ""}
        onMove={choose}
        onEnter={(index, mod) => {
          choose(index);
          if (mod) onServer(tools[index]?.server ?? null);
          else onOpen();
        }}
        onKey={(key, index) => {
          if (key !== " ") return false;
          toggle(index);
          return true;
        }}
        row={(index, place) => (
          <ResultLine
            key={tools[index]?.sentAs}
            tools={tools}
            at={index}
            place={place}
            approximate={result.fidelity !== "exact"}
            best={best}
            expected={lab.expected.includes(tools[index]?.sentAs ?? "")}
            onSelect={() => choose(index)}
          />
        )}
      />
      <ResultFoot lab={lab} audit={audit} clients={clients} search={search} result={result} />
    </>
  );
}
