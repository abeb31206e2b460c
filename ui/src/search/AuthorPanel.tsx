/** The author's view: edit a tool's name and description, watch its places and weight move. */
import { useId } from "react";
import type { Counted } from "../lib/explain";
import { AuthorPlaces } from "./AuthorPlaces";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  server: string;
  /** The tool's name and description as the server sends them. */
  tool: string;
  description: string;
  counted: Counted;
};

export function AuthorPanel({ lab, server, tool, description, counted }: Props) {
  const id = useId();
  const draft = lab.drafts.find((one) => one.server === server && one.tool === tool);
  const name = draft?.name ?? tool;
  const text = draft?.description ?? description;
  const change = (next: { name?: string; description?: string }) => {
    const to = { name, description: text, ...next };
    lab.draft({
      server,
      tool,
      name: to.name === tool ? null : to.name,
      description: to.description === description ? null : to.description,
    });
  };
  return (
    <section className="author">
      <h3>Try other words</h3>
      <label className="caption" htmlFor={`${id}n`}>
        Name
      </label>
      <input
        id={`${id}n`}
        className="field mono"
        spellCheck={false}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <label className="caption" htmlFor={`${id}d`}>
        Description
      </label>
      <textarea
        id={`${id}d`}
        className="field"
        rows={4}
        value={text}
        onChange={(event) => change({ description: event.target.value })}
      />
      {draft !== undefined && (
        <>
          <AuthorPlaces lab={lab} draft={draft} counted={counted} />
          <button
            type="button"
            className="link"
            onClick={() => lab.draft({ server, tool, name: null, description: null })}
          >
            Back to the server’s own words
          </button>
        </>
      )}
    </section>
  );
}
