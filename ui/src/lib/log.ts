/** The log of a connection: what of it is shown, and as text for a bug report. */
import type { LogLine, ServerDetail } from "../wire/generated";
import { commandLine } from "./command";

export type LogKind = "all" | "messages" | "stderr";

/** The lines of a kind that hold a text. */
export function linesOf(log: readonly LogLine[], kind: LogKind, find: string): LogLine[] {
  const wanted = find.trim().toLowerCase();
  return log.filter(
    (line) =>
      (kind === "all" ||
        (kind === "stderr" ? line.kind === "stderr" : line.kind === "in" || line.kind === "out")) &&
      (wanted === "" || messageOf(line).toLowerCase().includes(wanted) || line.text.toLowerCase().includes(wanted)),
  );
}

/** The message a line stands for; the line itself when nothing more is kept. */
export function messageOf(line: LogLine): string {
  return line.message ?? line.text;
}

/** What a bug report about a server needs. Masked by the engine already. */
export function diagnostics(detail: ServerDetail, state: string): string {
  const { timing, problem } = detail;
  const lines = [
    `server: ${detail.names.join(", ")}`,
    `state: ${state}`,
    ...detail.configured.map(
      ({ client, scope, file, line, command }) => `configured: ${client}, ${scope}, ${file}:${line}: ${commandLine(command)}`,
    ),
    problem !== null && `problem: ${problem.code}: ${problem.message}`,
    detail.protocol !== null && `protocol: ${detail.protocol}`,
    detail.serverName !== null && `answers as: ${detail.serverName} ${detail.serverVersion ?? ""}`.trimEnd(),
    timing !== null && `handshake ${timing.startMs} ms, list ${timing.listMs} ms, ${timing.pages} pages`,
    detail.dropped > 0 && `${detail.dropped} older lines dropped`,
    ...detail.log.map(({ ms, kind, text }) => `${ms} ms ${kind}: ${text}`),
  ];
  return lines.filter((line) => line !== false).join("\n");
}
