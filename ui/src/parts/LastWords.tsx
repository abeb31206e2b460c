/** The last lines a server wrote to standard error. */
import { ServerText } from "./ServerText";

type Props = { words: readonly string[] };

export function LastWords({ words }: Props) {
  if (words.length === 0) return null;
  return (
    <>
      <p className="caption">Its last words on stderr</p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by key */}
      <pre className="code last-words" tabIndex={0} aria-label="Last words on stderr">
        <ServerText text={words.join("\n")} lines />
      </pre>
    </>
  );
}
