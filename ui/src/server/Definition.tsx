/** A tool's definition as the server sent it. */
import { useEffect, useState } from "react";
import type { ToolDetail } from "../wire/generated";
import { asProblem } from "../wire/host";
import { useHost } from "../wire/HostContext";
import type { ToolRow } from "../lib/catalogue";
import { minified } from "../lib/json";
import { useStored } from "../lib/stored";
import { RawPretty } from "../parts/RawPretty";
import { ServerText } from "../parts/ServerText";
import { Split } from "../parts/Split";

type Props = {
  tool: ToolRow;
  projects: string[];
};

const WIDTH = { min: 240, max: 720, initial: 320 };

export function Definition({ tool, projects }: Props) {
  const host = useHost();
  const [width, setWidth] = useStored("definitionWidth", WIDTH.initial);
  const [found, setFound] = useState<{ id: string; detail: ToolDetail | null; why: string } | null>(null);
  const { id, name, serverKey } = tool;
  useEffect(() => {
    let current = true;
    if (serverKey === null) return;
    host.tool(serverKey, name, projects).then(
      (detail) => {
        if (current) setFound({ id, detail, why: "" });
      },
      (error: unknown) => {
        if (current) setFound({ id, detail: null, why: asProblem(error).message });
      },
    );
    return () => {
      current = false;
    };
  }, [host, id, name, serverKey, projects]);
  const now = found?.id === id ? found : null;
  return (
    <>
      <Split label="Definition width" size={width} {...WIDTH} grows="left" onSize={setWidth} />
      <aside className="definition" aria-label={`Definition of ${name}`} style={{ width }}>
        <header>
          <h2>
            <ServerText text={name} />
          </h2>
        </header>
        {now === null && <p className="dim">Reading…</p>}
        {now !== null && now.why !== "" && <p className="danger selectable">{now.why}</p>}
        {now?.detail != null && (
          <>
            <ServerText text={now.detail.description} lines />
            {now.detail.annotations.length > 0 && (
              <p className="caption selectable">Hints from the server: {now.detail.annotations.join(", ")}</p>
            )}
            <RawPretty label="Definition" raw={minified(now.detail.definition)} pretty={now.detail.definition} />
          </>
        )}
      </aside>
    </>
  );
}
