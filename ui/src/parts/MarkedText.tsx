/** Text from a server with the places a search matched; hidden characters made visible. */
import { marked } from "../lib/marks";
import { segments } from "../lib/visible";

type Props = {
  text: string;
  /** What to mark, wherever it occurs. */
  marks: readonly string[];
  /** Whether line ends stay line ends. */
  lines?: boolean;
};

export function MarkedText({ text, marks, lines = false }: Props) {
  return (
    <bdi className={lines ? "server-text lines selectable" : "server-text selectable"}>
      {marked(text, marks).map((run, index) => {
        const shown = segments(run.text, { lines }).map((segment, part) =>
          segment.hidden ? (
            <span key={part} className="hidden-character">
              {segment.text}
            </span>
          ) : (
            segment.text
          ),
        );
        return run.marked ? (
          <mark key={index} className="match">
            {shown}
          </mark>
        ) : (
          <span key={index}>{shown}</span>
        );
      })}
    </bdi>
  );
}
