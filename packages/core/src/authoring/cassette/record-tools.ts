import { open } from "node:fs/promises";
import { ownToolNames, type SessionView } from "../../protocol/index.ts";
import type { Resource } from "../../permission/request.ts";
import {
  Suspended,
  ToolFailure,
  type Intent,
  type ToolContext,
  type ToolResult,
} from "../../tool/define-tool.ts";
import type { Registry } from "../../tool/registry.ts";
import type { CallRecord } from "./format.ts";
import { mapTexts } from "./json.ts";
import type { Placeholders } from "./placeholders.ts";
import type { RecorderCore } from "./recorder-core.ts";
import { looksThroughFolders, runsLocally } from "./tool-policy.ts";
import { agentOf } from "./tree-views.ts";
import { toContent, type WorkspaceFiles } from "./workspace-files.ts";
import { wrapTools, type WrappedCall } from "./wrap-tools.ts";

const maxOutputBytes = 512 * 1024;

export interface RecordToolsOptions {
  core: RecorderCore;
  view: SessionView;
  files: WorkspaceFiles;
}

/** What one call did beside its result. */
interface Traces {
  begin: Intent[];
  progress: string[];
  /** How far the session was when the first output came. */
  seq: number;
  memory: Record<string, unknown>;
}

function traceCall(context: ToolContext, view: SessionView): { traced: ToolContext; traces: Traces } {
  const traces: Traces = { begin: [], progress: [], seq: 0, memory: {} };
  const traced: ToolContext = {
    ...context,
    begin: (intent) => {
      traces.begin.push(intent ?? {});
      return context.begin(intent);
    },
    progress: (text) => {
      if (traces.progress.length === 0) traces.seq = view.seq;
      traces.progress.push(text);
      context.progress(text);
    },
    memory: {
      get: (key) => context.memory.get(key),
      set: (key, value) => {
        traces.memory[key] = value;
        context.memory.set(key, value);
      },
    },
  };
  return { traced, traces };
}

interface Outcome {
  status: CallRecord["status"];
  result: Pick<ToolResult, "content" | "details" | "keep" | "file" | "events">;
}

function outcomeOf(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  const content = [{ type: "text" as const, text: message }];
  if (!(error instanceof ToolFailure)) return { status: "fault", result: { content } };
  const { status, details, keep, file } = error;
  return {
    status,
    result: { content, keep, ...(details ? { details } : {}), ...(file === undefined ? {} : { file }) },
  };
}

/** The beginning of a long output; it stays where it is for whoever takes it over. */
async function readHead(file: string): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const handle = await open(file, "r");
  try {
    const buffer = Buffer.alloc(maxOutputBytes + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return {
      bytes: buffer.subarray(0, Math.min(bytesRead, maxOutputBytes)),
      isCut: bytesRead > maxOutputBytes,
    };
  } finally {
    await handle.close();
  }
}

/** The tools of a session, with every call and its result in the cassette before the result is given on. */
export function recordTools(registry: Registry, options: RecordToolsOptions): Registry {
  return wrapTools(registry, (call) => recordCall(call, options));
}

async function recordCall(
  { tool, input, context, description }: WrappedCall,
  { core, view, files }: RecordToolsOptions,
): Promise<ToolResult> {
  const agent = agentOf(view);
  const number = core.views.numberOf(view, context.callId);
  const isLocal = description !== undefined && runsLocally(tool.name, description.resources, view);
  if (isLocal) await noteFirst(core, files, tool.name, pathsOf(description.resources));
  else if (core.isFirst("look")) await files.look();
  const { traced, traces } = traceCall(context, view);
  let outcome: Outcome;
  let failure: unknown;
  try {
    outcome = { status: "ok", result: await tool.run(input, traced) };
  } catch (error) {
    if (error instanceof Suspended || context.signal.aborted) throw error;
    failure = error;
    outcome = outcomeOf(error);
  }
  const { result } = outcome;
  const placeholders = core.placeholders();
  const place = number > 0 ? `${agent} ${number}` : `${agent} command ${core.count(`${agent} command`)}`;
  const common = {
    call: place,
    name: tool.name,
    local: isLocal,
    input: mapTexts(input, placeholders.hide),
    status: outcome.status,
  };
  const content = mapTexts(result.content, placeholders.hide);
  if (isLocal) await core.write({ ...core.nextStep(), ...common, content });
  else {
    const notes: string[] = [];
    const output = result.file === undefined ? undefined : await readHead(result.file);
    if (output?.isCut) notes.push(core.words("cassette.noteOutput"));
    const changed = await files.changes();
    if (changed.digestOnly > 0) notes.push(core.words("cassette.noteLarge", { count: changed.digestOnly }));
    if (changed.special > 0) notes.push(core.words("cassette.noteLink", { count: changed.special }));
    await core.write({
      ...core.nextStep(),
      ...common,
      content,
      ...(description && !ownToolNames.includes(tool.name)
        ? { about: mapTexts({ effect: tool.effect, ...description }, placeholders.hide) }
        : {}),
      ...(result.details ? { details: mapTexts(result.details, placeholders.hide) } : {}),
      ...(result.keep ? { keep: result.keep } : {}),
      ...(output ? { output: mapTexts(toContent(output.bytes), placeholders.hide) } : {}),
      ...(result.events ? { events: mapTexts(result.events, placeholders.hide) } : {}),
      ...encodeTraces(traces, placeholders),
      ...(changed.files.length > 0 ? { files: mapTexts(changed.files, placeholders.hide) } : {}),
      ...(notes.length > 0 ? { note: notes.join("; ") } : {}),
    });
  }
  if (failure !== undefined) throw failure;
  return result;
}

function pathsOf(resources: readonly Resource[]): string[] {
  return resources.flatMap((resource) => (resource.kind === "path" ? [resource.path] : []));
}

async function noteFirst(
  core: RecorderCore,
  files: WorkspaceFiles,
  name: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    if (looksThroughFolders(name) && !core.isFirst(`folder ${path}`)) continue;
    await writeFirst(core, files, path);
  }
}

/** Files that the run is about to see for the first time, as they are. */
export async function writeFirst(core: RecorderCore, files: WorkspaceFiles, path: string): Promise<void> {
  const { hide } = core.placeholders();
  for (const { missing, ...file } of await files.noteFirst(path)) {
    if (!core.isFirst(`file ${file.file}`)) continue;
    const note = missing && core.words(missing === "secret" ? "cassette.noteSecret" : "cassette.noteSize");
    await core.write({
      ...file,
      ...(file.content === undefined ? {} : { content: mapTexts(file.content, hide) }),
      ...(note ? { note } : {}),
    });
  }
}

function encodeTraces({ begin, progress, seq, memory }: Traces, placeholders: Placeholders): object {
  const pieces = placeholders.hidePieces(progress);
  return {
    ...(begin.length > 0 ? { intents: begin.map((intent) => encodeIntent(intent, placeholders)) } : {}),
    ...(progress.length > 0
      ? { progress: { text: pieces.join(""), sizes: pieces.map((piece) => piece.length), seq } }
      : {}),
    ...(Object.keys(memory).length > 0 ? { memory: encodeMemory(memory, placeholders) } : {}),
  };
}

/** Keys are paths too. */
function encodeMemory(memory: Record<string, unknown>, { hide }: Placeholders): Record<string, unknown> {
  return Object.fromEntries(Object.entries(memory).map(([key, value]) => [hide(key), mapTexts(value, hide)]));
}

function encodeIntent({ process, shell, change }: Intent, { hide }: Placeholders): object {
  return {
    ...(process ? { process: { pid: process.pid } } : {}),
    ...(shell ? { shell: { command: hide(shell.command), outputFile: hide(shell.outputFile) } } : {}),
    ...(change ? { change: { ...change, path: hide(change.path) } } : {}),
  };
}
