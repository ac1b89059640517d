import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createId, type SessionView } from "../../protocol/index.ts";
import {
  Suspended,
  ToolFailure,
  type Intent,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../../tool/define-tool.ts";
import type { Registry } from "../../tool/registry.ts";
import { applyChanges } from "./apply-changes.ts";
import type { CallRecord } from "./format.ts";
import { canonical, digestOf, mapTexts, toJson } from "./json.ts";
import { numberIds, type Placeholders } from "./placeholders.ts";
import type { PlayerCore } from "./player-core.ts";
import { mask } from "./redactor.ts";
import { isSameText } from "./text-diff.ts";
import { looksThroughFolders, runsLocally } from "./tool-policy.ts";
import { agentOf } from "./tree-views.ts";
import { wrapTools, type WrappedCall } from "./wrap-tools.ts";

export interface ReplayToolsOptions {
  core: PlayerCore;
  view: SessionView;
  /** How many commands of skills were played, by agent. */
  commands: Map<string, number>;
}

type Content = ToolResult["content"];

/** The tools of a session in a replay: those of files run and are compared, of all others the recorded result is played. */
export function replayTools(registry: Registry, options: ReplayToolsOptions): Registry {
  return wrapTools(registry, (call) => replayCall(call, options));
}

async function replayCall(
  { tool, input, context, description }: WrappedCall,
  { core, view, commands }: ReplayToolsOptions,
): Promise<ToolResult> {
  const agent = agentOf(view);
  const number = core.views.numberOf(view, context.callId);
  const command = (commands.get(agent) ?? 0) + 1;
  if (number === 0) commands.set(agent, command);
  const place = number > 0 ? `${agent} ${number}` : `${agent} command ${command}`;
  const record = core.cassette.calls.get(place)?.[0];
  const about = { agent, subject: tool.name, number: number || command };
  const placeholders = core.placeholders();
  const given = toJson(mapTexts(input, placeholders.hide));
  if (!record) {
    const [expected, got] = ["", JSON.stringify(given)];
    core.diverge({ step: core.step() + 1, kind: "permission", ...about, expected, got });
  } else if (record.name !== tool.name || !isSameText(wordInput(record.input), wordInput(given))) {
    const [expected, got] = [record.input, given].map((value) => JSON.stringify(value, null, 2));
    core.diverge({
      step: record.step,
      kind: "tool-input",
      ...about,
      expected: expected ?? "",
      got: got ?? "",
    });
  }
  // Behind the first difference nothing is done any more.
  if (!record || core.divergence()) throw new ToolFailure(core.mismatch().message);
  const resources = description?.resources;
  const isLocal = record.local && resources !== undefined && runsLocally(tool.name, resources, view);
  return isLocal
    ? runAndCompare(core, tool, input, context, { record, about, placeholders })
    : playCall(core, record, context, { placeholders, about });
}

function wordInput(input: unknown): string {
  return numberIds(canonical(toJson(input)));
}

interface Expected {
  record: CallRecord;
  about: { agent: string; subject: string; number: number };
  placeholders: Placeholders;
}

async function runAndCompare(
  core: PlayerCore,
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
  { record, about, placeholders }: Expected,
): Promise<ToolResult> {
  let result: ToolResult;
  let failure: ToolFailure | undefined;
  try {
    result = await tool.run(input, context);
  } catch (error) {
    if (error instanceof Suspended || context.signal.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    failure = error instanceof ToolFailure ? error : new ToolFailure(message, { cause: error });
    result = { content: [{ type: "text", text: message }] };
  }
  const [expected, got] = [
    wordContent(record.content),
    wordContent(mapTexts(result.content, placeholders.hide)),
  ];
  const isSame = isSameText(numberIds(expected), numberIds(got));
  const isSorted = looksThroughFolders(tool.name) && sortLines(expected) === sortLines(got);
  const isMeasured =
    tool.effect === "write" && isElsewhere(record.input) && hideNumbers(expected) === hideNumbers(got);
  const wasOk = record.status === "ok";
  if ((!isSame && !isSorted && !isMeasured) || wasOk !== (failure === undefined))
    core.diverge({ step: record.step, kind: "tool-result", ...about, expected, got });
  else if (isSorted || isMeasured || expected.includes(mask))
    result = { ...result, content: decodeContent(record.content, placeholders) };
  await core.reach(record, context.signal);
  if (failure) throw failure;
  return result;
}

/** What the model sees of a result, as text. */
function wordContent(content: Content): string {
  return content
    .map((part) => (part.type === "text" ? part.text : `[${part.mediaType} ${digestOf(part.data)}]`))
    .join("\n");
}

/** Whether a text was hidden in an input: what is written from it has another length here. */
function isElsewhere(input: unknown): boolean {
  return /\*{3}|\$\{(?:workspace|home|tmp)\}/.test(JSON.stringify(input));
}

function hideNumbers(text: string): string {
  return text.replaceAll(/\d+/g, "#");
}

function sortLines(text: string): string {
  return text.split("\n").sort().join("\n");
}

function decodeContent(content: Content, { restore }: Placeholders): Content {
  return mapTexts(content, restore);
}

/** Does what a recorded call did to session and workspace, without running it. */
async function playCall(
  core: PlayerCore,
  record: CallRecord,
  context: ToolContext,
  { placeholders, about }: Pick<Expected, "placeholders" | "about">,
): Promise<ToolResult> {
  const { restore } = placeholders;
  for (const intent of record.intents ?? []) await context.begin(decodeIntent(intent, placeholders));
  let at = 0;
  if (record.progress) await core.follow({ [about.agent]: record.progress.seq }, context.signal);
  for (const size of record.progress?.sizes ?? []) {
    context.progress(restore((record.progress?.text ?? "").slice(at, at + size)));
    at += size;
  }
  for (const [key, value] of Object.entries(record.memory ?? {}))
    context.memory.set(restore(key), mapTexts(value, restore));
  for (const path of await applyChanges(mapTexts(record.files ?? [], restore), context.workspace))
    core.note(core.words("cassette.unappliedFile", { file: path, call: record.call }));
  await core.reach(record, context.signal);
  const content = decodeContent(record.content, placeholders);
  const extra = {
    ...(record.details ? { details: mapTexts(record.details, restore) } : {}),
    ...(record.keep ? { keep: record.keep } : {}),
    ...(record.output === undefined ? {} : { file: await writeOutput(mapTexts(record.output, restore)) }),
  };
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  if (record.status === "fault") throw new Error(text);
  if (record.status !== "ok") throw new ToolFailure(text, { ...extra, status: record.status });
  const events = mapTexts(record.events ?? [], restore) as unknown as NonNullable<ToolResult["events"]>;
  return { content, ...extra, ...(events.length > 0 ? { events } : {}) };
}

/** A whole output, as whoever bounds results takes it over. */
async function writeOutput(output: string | Uint8Array): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "skillmint-replay-")), "output");
  await writeFile(file, output, { mode: 0o600 });
  return file;
}

type RecordedIntent = NonNullable<CallRecord["intents"]>[number];

/** The processes of a recording are not of this machine: nothing must ever look for them here. */
const nobody = "replay";

function decodeIntent({ process, shell, change }: RecordedIntent, { restore }: Placeholders): Intent {
  const pid = process?.pid ?? 0;
  return {
    ...(process ? { process: { pid, start: nobody } } : {}),
    ...(shell
      ? {
          shell: {
            shellId: createId("shl"),
            command: restore(shell.command),
            outputFile: restore(shell.outputFile),
            owner: { machine: nobody, pid, pidStart: nobody },
          },
        }
      : {}),
    ...(change
      ? {
          change: {
            path: restore(change.path),
            before: change.before,
            after: change.after,
            ...(change.mode === undefined ? {} : { mode: change.mode }),
          },
        }
      : {}),
  };
}
