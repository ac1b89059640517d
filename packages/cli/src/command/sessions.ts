import type { SessionSummary } from "@skillmint/core";
import { explain, exportFormats, isExportFormat, textOf, type ExportFormat } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { indent } from "../render/indent.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";
import { summarizeCall } from "../render/summarize-call.ts";
import { usage } from "./run-flags.ts";

function toJson({ id, title, state, folder, createdAt, updatedAt, model }: SessionSummary) {
  return { id, title, state, folder, createdAt, updatedAt, model };
}

function toLine(session: SessionSummary): string {
  const time = new Date(session.updatedAt).toISOString().slice(0, 16).replace("T", " ");
  return `${session.id}  ${time}  ${session.state.padEnd(11)}  ${oneLine(session.title, 60)}`;
}

export async function listSessions(
  context: CliContext,
  flags: { all?: boolean; limit?: string },
): Promise<number> {
  const runtime = await context.runtime();
  const limit = flags.limit === undefined ? 50 : Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1)
    throw usage(context.t("cli.badNumber", { flag: "--limit", value: flags.limit ?? "" }));
  const sessions = await runtime.sessions.list({ limit });
  if (context.json) context.printJson(sessions.map(toJson));
  else if (sessions.length === 0) context.print(context.t("cli.noSessions"));
  else for (const session of sessions) context.print(toLine(session));
  return 0;
}

export async function searchSessions(context: CliContext, words: readonly string[]): Promise<number> {
  const runtime = await context.runtime();
  const query = words.join(" ");
  const hits = await runtime.sessions.search(query);
  if (context.json) {
    context.printJson(hits.map((hit) => ({ ...toJson(hit.session), seq: hit.seq, snippet: hit.snippet })));
  } else if (hits.length === 0) {
    context.print(context.t("cli.noHits", { query }));
  } else {
    for (const hit of hits) context.print(`${toLine(hit.session)}\n    ${oneLine(hit.snippet, 120)}`);
  }
  return 0;
}

/** The conversation as a person reads it; `--json` prints its events. */
export async function showSession(context: CliContext, session: string): Promise<number> {
  const runtime = await context.runtime();
  const id = await runtime.sessions.find(session);
  if (context.json) {
    for await (const line of runtime.sessions.export(id, "jsonl")) context.stdout.write(line);
    return 0;
  }
  const view = await runtime.sessions.open(id);
  context.print(`${id} · ${view.settings.model} · ${view.settings.mode} · ${sanitize(view.folder)}`);
  for (const entry of view.entries) {
    if (entry.kind === "prompt")
      context.print(`\n> ${sanitize(textOf(entry.content)).replaceAll("\n", "\n> ")}`);
    if (entry.kind === "note") context.print(`\n(${sanitize(entry.text)})`);
    if (entry.kind === "failure") context.print(`\n✗ ${sanitize(explain(entry.error, context.language))}`);
    if (entry.kind !== "message") continue;
    if (entry.text !== "") context.print(`\n${sanitize(entry.text)}`);
    for (const callId of entry.calls) {
      const call = view.calls[callId];
      if (!call) continue;
      context.print(`  [${call.status ?? call.state}] ${summarizeCall(call.name, call.input)}`);
      const child = call.childId && view.children[call.childId];
      if (child)
        context.print(`    ${child.taskId} (${child.agentType}) ${child.status ?? "…"} ${child.childId}`);
      const plan = call.details?.["plan"];
      if (typeof plan === "string") context.print(indent(plan));
    }
  }
  return 0;
}

export async function renameSession(
  context: CliContext,
  session: string,
  words: readonly string[],
): Promise<number> {
  const runtime = await context.runtime();
  const title = words.join(" ").trim();
  if (title === "") throw usage(context.t("cli.titleEmpty"));
  const id = await runtime.sessions.find(session);
  await runtime.sessions.rename(id, title);
  if (context.json) context.printJson({ id, title });
  else context.print(context.t("cli.renamed", { title: oneLine(title) }));
  return 0;
}

/** `--at N`: everything before the N-th prompt; without it the whole session. */
export async function forkSession(
  context: CliContext,
  session: string,
  flags: { at?: string },
): Promise<number> {
  const runtime = await context.runtime();
  const id = await runtime.sessions.find(session);
  let promptSeq: number | undefined;
  if (flags.at !== undefined) {
    const view = await runtime.sessions.open(id);
    const prompts = view.entries.filter((entry) => entry.kind === "prompt");
    promptSeq = prompts[Number(flags.at) - 1]?.seq;
    if (promptSeq === undefined) {
      const choices = prompts.length > 1 ? `1…${prompts.length}` : String(prompts.length);
      throw usage(context.t("cli.badChoice", { flag: "--at", choices, value: flags.at }));
    }
  }
  const fork = await runtime.sessions.fork(id, promptSeq);
  if (context.json) context.printJson({ id: fork });
  else context.print(context.t("cli.forked", { id: fork }));
  return 0;
}

export async function undoSession(
  context: CliContext,
  session: string | undefined,
  flags: { redo?: boolean },
): Promise<number> {
  const runtime = await context.runtime();
  let id = session;
  if (id === undefined) {
    const [newest] = await runtime.sessions.list({ folder: context.cwd, limit: 1 });
    if (!newest) throw usage(context.t("cli.noSessionHere"));
    id = newest.id;
  }
  const found = await runtime.sessions.find(id);
  const undone = await (flags.redo ? runtime.sessions.redo(found) : runtime.sessions.undo(found));
  if (context.json) {
    context.printJson({ id: found, ...undone });
    return 0;
  }
  context.print(context.t(flags.redo ? "cli.redone" : "cli.undone", { prompt: oneLine(undone.prompt) }));
  for (const file of undone.files) {
    const path = sanitize(file.path);
    context.print(
      file.restored
        ? context.t("cli.fileRestored", { path })
        : context.t("cli.fileKept", { path, reason: file.reason ?? "" }),
    );
  }
  return 0;
}

export async function stopSession(context: CliContext, session: string): Promise<number> {
  const runtime = await context.runtime();
  const id = await runtime.sessions.find(session);
  const stopped = await runtime.stop(id);
  if (context.json) context.printJson({ id, stopped });
  else context.print(context.t(stopped ? "cli.stopped" : "cli.notWorking", { id }));
  return 0;
}

/** What is wrong with a place, as against a disk. */
const unwritable = new Set(["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM", "EROFS", "ENAMETOOLONG"]);

/** As the name of the file says. */
function formatOf(file: string): ExportFormat {
  const entries = Object.entries(exportFormats) as [ExportFormat, { ending: string }][];
  return entries.find(([, { ending }]) => file.endsWith(`.${ending}`))?.[0] ?? "markdown";
}

export async function exportSession(
  context: CliContext,
  session: string,
  flags: { format?: string; output?: string },
): Promise<number> {
  const format = flags.format ?? formatOf(flags.output ?? "");
  if (!isExportFormat(format)) {
    const choices = Object.keys(exportFormats).join(", ");
    throw usage(context.t("cli.badChoice", { flag: "--format", choices, value: format }));
  }
  const runtime = await context.runtime();
  const pieces = runtime.sessions.export(await runtime.sessions.find(session), format);
  if (flags.output === undefined) {
    for await (const piece of pieces) context.stdout.write(piece);
    return 0;
  }
  const { writeFile } = await import("node:fs/promises");
  const { resolve } = await import("node:path");
  const file = resolve(context.cwd, flags.output);
  await writeFile(file, pieces, { mode: 0o600 }).catch((error: unknown) => {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!unwritable.has(code)) throw error;
    throw usage(context.t("cli.unwritable", { file, message }));
  });
  return 0;
}

export async function deleteSession(context: CliContext, sessions: readonly string[]): Promise<number> {
  const runtime = await context.runtime();
  for (const session of sessions) {
    const id = await runtime.sessions.find(session);
    await runtime.sessions.delete(id);
    if (context.json) context.printJson({ id });
    else context.print(context.t("cli.deleted", { id }));
  }
  return 0;
}
