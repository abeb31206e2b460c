/** What one engine finds: a grid of tools, what lies behind the cut, what it costs. */
import type { Audit, ClientAudit, EngineAbout, Search, SearchResult } from "../wire/generated";
import * as explain from "../lib/explain";
import { sameTool } from "../lib/lab";
import { visible } from "../lib/visible";
import { Strip } from "../parts/Strip";
import { LabGrid } from "./LabGrid";
import { NothingFound } from "./NothingFound";
import { ResultFoot } from "./ResultFoot";
import { ResultHead } from "./ResultHead";
import { ResultLine } from "./ResultLine";
import { useSearching } from "./searching";
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
  const { searching } = lab;
  const { tools } = result;
  const expected = useSearching(searching, ({ wording }) => wording.expected);
  if (result.error !== null) {
    return (
      <Strip tone="danger">
        <span>
          {engine.title} refuses this query: {visible(result.error.message)} <code>{result.error.code}</code>
        </span>
      </Strip>
    );
  }
  if (tools.length === 0) return <NothingFound searching={searching} search={search} result={result} />;
  const at = tools.findIndex((tool) => sameTool(tool, lab.chosen, lab.drafts));
  const choose = (index: number) => {
    const tool = tools[index];
    if (tool !== undefined) lab.choose({ server: tool.server, name: tool.name, sentAs: tool.sentAs });
  };
  const toggle = (index: number) => {
    const name = tools[index]?.sentAs;
    if (name === undefined) return;
    searching.say({ expected: expected.includes(name) ? expected.filter((one) => one !== name) : [...expected, name] });
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
          <ResultHead
            because={engine.because}
            weight={explain.weight({ tokenizer: search.tokenizer, claudeBand: audit.claudeBand })}
          />
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
            expected={expected.includes(tools[index]?.sentAs ?? "")}
            onSelect={() => choose(index)}
          />
        )}
      />
      <ResultFoot lab={lab} audit={audit} clients={clients} search={search} result={result} />
    </>
  );
}
