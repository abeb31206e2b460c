/** What keeps the tools in scope from being found, worst first; filtered, exported. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { useHost } from "../wire/HostContext";
import { checksOf, checkWord, pickFindings, suggestions } from "../lib/findability";
import { plural } from "../lib/format";
import { Choice } from "../parts/Choice";
import { CopyButton } from "../parts/CopyButton";
import { Empty } from "../parts/Empty";
import { useNotify } from "../parts/Notices";
import { ProblemStrip } from "../parts/ProblemStrip";
import { LintLine } from "./LintLine";
import type { Lab } from "./useLab";

type Props = {
  lab: Lab;
  /** Looks at a tool. */
  onTool: (server: string, tool: string) => void;
};

const LEVELS = [
  { value: "", label: "All levels" },
  { value: "error", label: "Errors" },
  { value: "warning", label: "Warnings" },
  { value: "hint", label: "Hints" },
];

export function FindingsPane({ lab, onTool }: Props) {
  const host = useHost();
  const notify = useNotify();
  const [level, setLevel] = useState("");
  const [check, setCheck] = useState("");
  const [text, setText] = useState("");
  const scroller = useRef<HTMLDivElement>(null);
  const { answer, busy, problem } = lab.lint;
  const all = useMemo(() => answer?.value.findings ?? [], [answer]);
  const shown = useMemo(() => pickFindings(all, { level, check, text }), [all, level, check, text]);
  const checks = useMemo(() => checksOf(all), [all]);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler runs here
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 92,
    overscan: 6,
  });
  const save = () => {
    host.saveText("findability.md", suggestions(shown, lab.drafts)).then((path) => {
      if (path !== null) notify.say(`Saved ${path}`);
    }, notify.failed);
  };
  if (problem !== null) return <ProblemStrip problem={problem} />;
  if (answer === null) return <p className="dim">Checking…</p>;
  return (
    <div className="findings-pane" aria-busy={busy}>
      <header className="run-head">
        <span role="status">
          {plural(shown.length, "finding")} in {plural(answer.value.tools, "tool")} of{" "}
          {plural(answer.value.servers, "server")}
          {busy && ", checking…"}
        </span>
        <Choice label="Level" value={level} options={LEVELS} onChange={setLevel} />
        <Choice
          label="Check"
          value={check}
          options={[
            { value: "", label: "All checks" },
            ...checks.map(([name, times]) => ({ value: name, label: `${checkWord(name)} (${times})` })),
          ]}
          onChange={setCheck}
        />
        <input
          type="search"
          className="field"
          placeholder="Find…"
          aria-label="Find in findings"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="lab-space" />
        <button type="button" className="button" disabled={shown.length + lab.drafts.length === 0} onClick={save}>
          Export Markdown…
        </button>
        <CopyButton label="Copy" text={() => suggestions(shown, lab.drafts)} />
      </header>
      {shown.length === 0 && all.length === 0 && (
        <Empty
          title={
            answer.value.tools === 0
              ? "No tools are known here yet, so there is nothing to check."
              : "Nothing keeps these tools from being found."
          }
        />
      )}
      {shown.length === 0 && all.length > 0 && (
        <Empty title="No finding matches.">
          <button
            type="button"
            className="button"
            onClick={() => {
              setLevel("");
              setCheck("");
              setText("");
            }}
          >
            Show all findings
          </button>
        </Empty>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by key */}
      <div ref={scroller} className="findings-scroll" role="region" aria-label="Findings" tabIndex={0}>
        {/* Lists lose their role with their look in WebKit. */}
        {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- see above */}
        <ul role="list" className="lab-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const finding = shown[item.index];
            return finding === undefined ? null : (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-setsize={shown.length}
                aria-posinset={item.index + 1}
                className="lab-item"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <LintLine
                  finding={finding}
                  onTool={() => {
                    if (finding.tool !== null) onTool(finding.server, finding.tool);
                  }}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
