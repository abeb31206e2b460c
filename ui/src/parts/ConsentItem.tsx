/** One server to allow or not: command, directory, variable and header names, where it is defined. */
import { useId } from "react";
import type { ConsentAsk } from "../wire/generated";
import { clientName } from "../lib/clients";
import { commandLine } from "../lib/command";
import { shortPath } from "../lib/format";
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
