/** One tool: its weight by part, why it loads as it does, and where that is decided. */
import { useEffect, useState } from "react";
import type { ToolDetail } from "../wire/generated";
import { useHost } from "../wire/HostContext";
import type { ServerRow, ToolRow } from "../lib/catalogue";
import * as explain from "../lib/explain";
import { band, count, share } from "../lib/format";
import { isClaude } from "../lib/clients";
import { CopyButton } from "../parts/CopyButton";
import { InfoLabel } from "../parts/InfoLabel";
import { ServerText } from "../parts/ServerText";
import { LoadedIn } from "./LoadedIn";
import { Parts } from "./Parts";

type Props = {
  tool: ToolRow;
  server: ServerRow;
  base: explain.Base;
  /** Standing weight of the client; null: several clients. */
  whole: number | null;
  projects: string[];
  onServer: () => void;
  onLoading: () => void;
};

export function ToolInspector({ tool, server, base, whole, projects, onServer, onLoading }: Props) {
  const detail = useToolDetail(tool, projects);
  const ifNeeded = tool.parts.ifDeferred;
  return (
    <article className="inspector-body" aria-label={`Tool ${tool.name}`}>
      <header>
        <h2>
          <ServerText text={tool.name} />
        </h2>
        <p className="dim">
          <ServerText text={tool.serverName} /> · tool{tool.cut && " · description cut by the client"}
        </p>
      </header>
      <section>
        <span className="number selectable">{count(tool.tokens)}</span>{" "}
        <InfoLabel info={explain.weight(base, server)}>tok, {base.tokenizer}, exact for it</InfoLabel>
        {tool.loaded.some(({ client }) => isClaude(client)) && (
          <p className="caption">
            <InfoLabel info={explain.claudeBand(base)}>Claude counts</InfoLabel>{" "}
            <span className="selectable">~ {band(tool.tokens, base.claudeBand)}</span>
          </p>
        )}
        {whole !== null && tool.standing !== null && (
          <p className="caption selectable">
            {count(tool.standing)} tok in context from the start, {share(tool.standing, whole)} of standing
          </p>
        )}
      </section>
      <section>
        <h3>
          <InfoLabel info={explain.part(base)}>Weight by part, tok</InfoLabel>
        </h3>
        <Parts
          parts={[
            ["name", tool.parts.name],
            ["description", tool.parts.description],
            ["input schema", tool.parts.schema],
            ["framing", framing(tool)],
          ]}
        />
        <p className="caption">
          <InfoLabel info={explain.nameLine(base)}>Loaded when needed, only its name line</InfoLabel>{" "}
          <span className="selectable">{count(ifNeeded)} tok</span>
        </p>
      </section>
      {detail !== null && detail.properties.length > 0 && (
        <section>
          <h3>
            <InfoLabel info={explain.properties(base)}>Heaviest properties of the schema, tok</InfoLabel>
          </h3>
          <Parts parts={detail.properties.slice(0, 6).map(({ path, tokens }) => [path, tokens])} />
        </section>
      )}
      <LoadedIn loaded={tool.loaded} />
      <section>
        <h3>Sent to the model as</h3>
        <code className="wrap">
          <ServerText text={tool.sentAs} />
        </code>
      </section>
      {detail !== null && (
        <section>
          <h3>Description, as the server sends it</h3>
          <ServerText text={detail.description} lines />
          {detail.annotations.length > 0 && (
            <p className="caption">Hints from the server: {detail.annotations.join(", ")}</p>
          )}
        </section>
      )}
      <footer className="inspector-actions">
        <button type="button" className="button" onClick={onLoading}>
          Change in Loading
        </button>
        <button type="button" className="button" onClick={onServer}>
          Open server
        </button>
        <CopyButton label="Copy as JSON" text={() => detail?.definition ?? JSON.stringify(tool, null, 2)} />
      </footer>
    </article>
  );
}

/** What the parts do not account for. */
function framing({ parts }: ToolRow): number {
  return Math.max(0, parts.total - parts.name - parts.description - parts.schema);
}

/** The tool in full; null while it is not there. The inspector works without. */
function useToolDetail(tool: ToolRow, projects: string[]): ToolDetail | null {
  const host = useHost();
  const [detail, setDetail] = useState<{ id: string; detail: ToolDetail } | null>(null);
  const { id, name, serverKey } = tool;
  const where = projects.join("\n");
  useEffect(() => {
    let current = true;
    if (serverKey === null) return;
    host.tool(serverKey, name, where === "" ? [] : where.split("\n")).then(
      (found) => {
        if (current) setDetail({ id, detail: found });
      },
      () => {
        // A catalogue that is gone since: the audit's own numbers stay on screen.
      },
    );
    return () => {
      current = false;
    };
  }, [host, id, name, serverKey, where]);
  return detail?.id === id ? detail.detail : null;
}
