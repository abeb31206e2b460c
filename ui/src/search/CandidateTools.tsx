/** The tools of a candidate, heaviest first. */
import type { Audit, Candidate } from "../wire/generated";
import * as explain from "../lib/explain";
import { count } from "../lib/format";
import { visible } from "../lib/visible";
import { InfoLabel } from "../parts/InfoLabel";
import { LabGrid } from "./LabGrid";
import type { Chosen } from "./useLab";

type Props = {
  candidate: Candidate;
  audit: Audit;
  /** Written name of the tool looked at. */
  chosen: string | null;
  onTool: (tool: Chosen) => void;
};

export function CandidateTools({ candidate, audit, chosen, onTool }: Props) {
  const { tools, name } = candidate;
  const choose = (at: number) => {
    const tool = tools[at];
    if (tool !== undefined) onTool({ server: name, name: tool.name, sentAs: tool.sentAs });
  };
  return (
    <LabGrid
      label={`Tools of ${name}, heaviest first`}
      name={`candidate-${candidate.key}`}
      className="candidate-tools"
      columns={4}
      count={tools.length}
      rowHeight={28}
      at={tools.findIndex(({ sentAs }) => sentAs === chosen)}
      head={
        <>
          <span role="columnheader">Tool</span>
          <span role="columnheader" className="right">
            <InfoLabel info={explain.weight(audit)}>Tokens</InfoLabel>
          </span>
          <span role="columnheader">Changes things</span>
          <span role="columnheader">For</span>
        </>
      }
      nameOf={(at) => tools[at]?.name ?? ""}
      onMove={choose}
      onEnter={choose}
      row={(at, place) => {
        const tool = tools[at];
        return tool === undefined ? null : (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the role comes with its place; keys are on the grid, which has the focus
          <div key={tool.name} {...place} onClick={() => choose(at)}>
            <span role="gridcell" className="strong cut selectable">
              {visible(tool.name)}
            </span>
            <span role="gridcell" className="right selectable">
              {count(tool.tokens)}
            </span>
            <span role="gridcell" className="dim">
              {tool.readOnly === null ? "not said" : tool.readOnly ? "read-only" : "yes"}
            </span>
            <span role="gridcell" className="dim cut">
              {tool.audiences.length === 0 ? "not said" : visible(tool.audiences.join(", "))}
            </span>
          </div>
        );
      }}
    />
  );
}
