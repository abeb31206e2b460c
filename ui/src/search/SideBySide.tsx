/** The same query in every engine: tools × engines, each with its place. */
import type { Search, SearchResult } from "../wire/generated";
import { ENGINES, sameTool } from "../lib/lab";
import { count } from "../lib/format";
import { sideBySide } from "../lib/sideBySide";
import { visible } from "../lib/visible";
import { Empty } from "../parts/Empty";
import { InfoLabel } from "../parts/InfoLabel";
import { LabGrid } from "./LabGrid";
import { NOW, useSearching } from "./searching";
import { SideFoot } from "./SideFoot";
import type { Lab } from "./useLab";

type Props = { lab: Lab; search: Search; onOpen: () => void };

/** A column head's tooltip: trust, what matched, what was refused. */
function note(search: Search, result: SearchResult): string {
  const about = search.engines.find(({ id }) => id === result.engine);
  const said =
    result.error !== null
      ? `Refuses this query: ${result.error.message} (${result.error.code})`
      : result.because !== undefined
        ? `Finds nothing: ${result.because}`
        : `${count(result.matching)} match, the first ${count(result.maxResults)} have a place, from 1.`;
  return `${about?.title ?? result.engine}: ${result.fidelity}. ${about?.because ?? ""}\n${said}`;
}

export function SideBySide({ lab, search, onOpen }: Props) {
  const expected = useSearching(lab.searching, ({ wording }) => wording.expected);
  const results = search.results.filter(({ id }) => id === NOW);
  const rows = sideBySide(results);
  if (rows.length === 0) {
    return (
      <>
        <Empty title="No engine finds a tool for this query." />
        <SideFoot results={results} />
      </>
    );
  }
  const at = rows.findIndex(({ tool }) => sameTool(tool, lab.chosen, lab.drafts));
  const choose = (index: number) => {
    const tool = rows[index]?.tool;
    if (tool !== undefined) lab.choose({ server: tool.server, name: tool.name, sentAs: tool.sentAs });
  };
  return (
    <>
      <LabGrid
        label="Places in every engine"
        name="results"
        className="side-table"
        columns={2 + results.length}
        count={rows.length}
        rowHeight={28}
        at={at}
        head={
          <>
            <span role="columnheader">Tool</span>
            <span role="columnheader">Server</span>
            {results.map((result) => (
              <span key={result.engine} role="columnheader" className="right">
                <InfoLabel info={note(search, result)}>
                  {result.fidelity === "exact" ? "" : "~ "}
                  {ENGINES.find(([id]) => id === result.engine)?.[2] ?? result.engine}
                </InfoLabel>
              </span>
            ))}
          </>
        }
        nameOf={(index) => rows[index]?.tool.name ?? ""}
        onMove={choose}
        onEnter={(index) => {
          choose(index);
          onOpen();
        }}
        row={(index, place) => {
          const row = rows[index];
          return row === undefined ? null : (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the role comes with its place; keys are on the grid, which has the focus
            <div key={row.tool.sentAs} {...place} onClick={() => choose(index)}>
              <span role="gridcell" className="strong cut selectable" title={row.tool.sentAs}>
                {expected.includes(row.tool.sentAs) && "✓ "}
                {visible(row.tool.name)}
              </span>
              <span role="gridcell" className="cut">
                {visible(row.tool.server ?? "the client itself")}
              </span>
              {row.places.map((found, column) => (
                <span
                  key={results[column]?.engine}
                  role="gridcell"
                  className={found === 1 ? "right strong ok" : "right"}
                >
                  {found ?? "–"}
                </span>
              ))}
            </div>
          );
        }}
      />
      <SideFoot results={results} />
    </>
  );
}
