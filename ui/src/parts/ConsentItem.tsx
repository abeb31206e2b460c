/** One server to allow or not: command, directory, names of variables and headers, what settings add, where it is defined. */
import { useId } from "react";
import type { ConsentAsk, GivenVariable } from "../wire/generated";
import { clientName } from "../lib/clients";
import { commandLine } from "../lib/command";
import { shortPath } from "../lib/format";
import { visible } from "../lib/visible";
import { FileLink } from "./FileLink";
import { ServerText } from "./ServerText";

type Props = {
  ask: ConsentAsk;
  allowed: boolean;
  onAllow: (allowed: boolean) => void;
};

export function ConsentItem({ ask, allowed, onAllow }: Props) {
  const id = useId();
  const names = ask.names.join(", ");
  return (
    <li className="ask">
      <input
        id={id}
        type="checkbox"
        checked={allowed}
        onChange={(event) => onAllow(event.target.checked)}
      />
      <label htmlFor={id}>
        <span className="strong">
          <ServerText text={names} />
        </span>{" "}
        <span className="dim">
          {[ask.transport === "stdio" ? "starts" : "reaches", ask.clients.map(clientName).join(", ")]
            .filter((part) => part !== "")
            .join(" · ")}
          {ask.remembered && " · allowed before"}
        </span>
      </label>
      <div className="ask-body">
        <code className="ask-command">
          <ServerText text={commandLine(ask.command)} />
        </code>
        {ask.headersHelper !== null && (
          <p>
            Also starts, for its headers:{" "}
            <code>
              <ServerText text={ask.headersHelper} />
            </code>
          </p>
        )}
        {ask.directory !== null && (
          <p className="dim">
            in <span className="mono selectable">{shortPath(ask.directory)}</span>
          </p>
        )}
        {ask.variables.length > 0 && (
          <p className="dim">
            with variables <span className="mono selectable">{ask.variables.join(", ")}</span> (values hidden)
          </p>
        )}
        {byFile(ask.given).map(([file, given]) => (
          <p key={file} className="dim">
            given <span className="mono selectable">{given.join(" ")}</span> by <FileLink file={file} line={null} />
          </p>
        ))}
        {ask.headers.length > 0 && (
          <p className="dim">
            with headers <span className="mono selectable">{ask.headers.join(", ")}</span> (values hidden)
          </p>
        )}
        <p className="caption">
          <ServerText text={ask.because} /> {ask.file !== "" && <FileLink file={ask.file} line={ask.line} />}
        </p>
      </div>
    </li>
  );
}

/** What each file of settings gives, in the order of their first variables. */
function byFile(given: readonly GivenVariable[]): [file: string, given: string[]][] {
  const files = new Map<string, string[]>();
  for (const { name, value, file } of given) {
    const assignment = `${visible(name)}=${value}`;
    files.set(file, [...(files.get(file) ?? []), assignment]);
  }
  return [...files];
}
