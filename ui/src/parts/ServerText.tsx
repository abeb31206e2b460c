/** Text that came from a server or a file: shown as text, hidden characters made visible. */
import { segments } from "../lib/visible";

type Props = {
  text: string;
  /** Whether line ends stay line ends. */
  lines?: boolean;
};

export function ServerText({ text, lines = false }: Props) {
  return (
    <bdi className={lines ? "server-text lines selectable" : "server-text selectable"}>
      {segments(text, { lines }).map((segment, index) =>
        segment.hidden ? (
          <mark key={index} className="hidden-character">
            {segment.text}
          </mark>
        ) : (
          segment.text
        ),
      )}
    </bdi>
  );
}
