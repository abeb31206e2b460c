/** The column heads of the results. */
import { memo } from "react";
import { InfoLabel } from "../parts/InfoLabel";

type Props = {
  /** How the scores come about. */
  because: string;
  /** What the tokens of a tool count. */
  weight: string;
};

/** Its words stay the same from answer to answer. */
export const ResultHead = memo(function ResultHead({ because, weight }: Props) {
  return (
    <>
      <span role="columnheader" className="right" title="Place, from 1; “=” where a neighbour has the same score.">
        #
      </span>
      <span role="columnheader">Tool and why</span>
      <span role="columnheader">Server</span>
      <span role="columnheader">
        <InfoLabel info={`The engine's own score; it orders, and means nothing else.\n${because}`}>Score</InfoLabel>
      </span>
      <span role="columnheader" className="right">
        <InfoLabel info={weight}>Loads, tok</InfoLabel>
      </span>
    </>
  );
});
