/** How each client loads a tool, why, and the line of the file that decides. */
import type { LoadedHere } from "../lib/catalogue";
import { clientName } from "../lib/clients";
import { told } from "../lib/told";
import { FileLink } from "../parts/FileLink";
import { LoadingChip } from "../parts/LoadingChip";

type Props = { loaded: readonly LoadedHere[] };

export function LoadedIn({ loaded }: Props) {
  return (
    <section>
      <h3>Loaded in</h3>
      <ul className="loaded-in">
        {loaded.map((here) => (
          <li key={`${here.client} ${here.project ?? ""}`}>
            <div className="loaded-head">
              <span>{clientName(here.client)}</span>
              <LoadingChip loading={here.loading} />
            </div>
            <p className="dim selectable">{here.because}</p>
            {here.file !== null && <FileLink file={here.file} line={here.line} />}
            {here.file === null && told(here.client, "unknown") === null && (
              <p className="caption">The client’s default; no file sets it.</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
