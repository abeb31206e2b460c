/** The same text in two layouts: as it is, and indented for reading. */
import { useStored } from "../lib/stored";
import { CopyButton } from "./CopyButton";
import { ServerText } from "./ServerText";

type Props = {
  /** What it is: "Definition", "Message". */
  label: string;
  raw: string;
  /** Null: there is only one layout. */
  pretty: string | null;
};

export function RawPretty({ label, raw, pretty }: Props) {
  const [layout, setLayout] = useStored<string>("layout", "pretty");
  const shown = pretty !== null && layout === "pretty" ? pretty : raw;
  return (
    <section className="raw-pretty" aria-label={label}>
      <div className="raw-pretty-head">
        <span className="caption">{label}</span>
        {pretty !== null && (
          <div className="segments" role="group" aria-label={`Layout of ${label.toLowerCase()}`}>
            {["pretty", "raw"].map((one) => (
              <button
                key={one}
                type="button"
                className="segment"
                aria-pressed={layout === one}
                onClick={() => setLayout(one)}
              >
                {one === "raw" ? "Raw" : "Pretty"}
              </button>
            ))}
          </div>
        )}
        <CopyButton label="Copy" quiet text={() => shown} />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by key */}
      <pre className="code" tabIndex={0} aria-label={`${label}, ${pretty === null ? "as text" : layout}`}>
        <ServerText text={shown} lines />
      </pre>
    </section>
  );
}
