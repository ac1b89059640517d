import { readFile } from "node:fs/promises";
import { platform } from "node:os";
import { dateOf } from "../../agent/prompt.ts";
import type { RunParts } from "../../agent/run-parts.ts";
import type { Model } from "../../model/model.ts";
import {
  SkillmintError,
  unspill,
  type InputPart,
  type Language,
  type SessionId,
  type SessionView,
} from "../../protocol/index.ts";
import { runHook } from "../../workspace/run-hook.ts";
import { readCassette, type Cassette } from "./cassette.ts";
import { createCassetteWords } from "./cassette-words.ts";
import { openWriter } from "./cassette-writer.ts";
import { cassetteFormat, cassetteVersion } from "./format.ts";
import { mapTexts } from "./json.ts";
import type { NamedFolder } from "./placeholders.ts";
import { findInputs, readTree, wordEvent, type ReadEvents } from "./read-tree.ts";
import { recordModel } from "./record-model.ts";
import { recordSkills } from "./record-skills.ts";
import { recordTools, writeFirst } from "./record-tools.ts";
import { wholeLength } from "./record-text.ts";
import { createRecorderCore, type RecorderCore } from "./recorder-core.ts";
import type { FindSecrets } from "./redactor.ts";
import { isBelow } from "./tool-policy.ts";
import { agentOf, createTreeViews } from "./tree-views.ts";
import { createWorkspaceFiles, type WorkspaceFiles } from "./workspace-files.ts";

export interface RecorderOptions {
  file: string;
  language: Language;
  /** The version of SkillMint. */
  version: string;
  folders: readonly NamedFolder[];
  findSecrets: FindSecrets;
  readEvents: ReadEvents;
  getBlob(blob: string): Promise<Uint8Array>;
}

/** Writes the runs of one session and its sub-agents to a cassette. */
export interface Recorder {
  /** What a run is made of, with everything that it meets written down. */
  record(view: SessionView, parts: RunParts): Promise<RunParts>;
  /** A run ended or waits: what came into it from outside, and what came of it. */
  ended(view: SessionView): Promise<void>;
}

/** What the file holds already, where it is the recording of this very session. */
async function readBefore({ file, language }: RecorderOptions, id: SessionId) {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const size = wholeLength(bytes);
  const text = bytes.subarray(0, size).toString("utf8");
  if (!text.includes(`"${id}"`)) return undefined;
  const cassette = await readCassette(file, language, text);
  return cassette.header.session === id ? { cassette, size } : undefined;
}

/**
 * Begins the cassette of a new session, or goes on with that of one that waited or was interrupted. A session whose
 * past is not in it is refused: it could not be replayed.
 */
export async function openRecorder(options: RecorderOptions, view: SessionView): Promise<Recorder> {
  const { file, language } = options;
  const words = createCassetteWords(language);
  const before = await readBefore(options, view.sessionId);
  if (!before && view.entries.some(({ kind }) => kind === "message")) {
    const message = words("cassette.notNew", { id: view.sessionId, file });
    throw new SkillmintError("usage", { params: { message } });
  }
  const views = createTreeViews();
  views.add(view);
  const core = createRecorderCore({
    writer: await openWriter(file, before?.size ?? 0),
    words,
    views,
    hiding: { folders: options.folders, findSecrets: options.findSecrets },
    before: before?.cassette,
  });
  if (!before) await writeStart(core, view, options);
  const files = createWorkspaceFiles(view.folder, [file]);
  const lengths = lengthsOf(before?.cassette);
  let turn = before?.cassette.ends.length ?? 0;
  return {
    async record(root, parts) {
      views.add(root);
      await core.write({ begin: turn + 1, ...describeParts(core, root, parts) });
      return recordParts(core, files, parts);
    },
    async ended(root) {
      turn++;
      const { hide } = core.placeholders();
      const tree = await readTree(options.readEvents, root.sessionId, agentOf(root));
      const inputs = [...tree].flatMap(([agent, events]) =>
        findInputs(agent, events, lengths.get(agent) ?? 0),
      );
      const fresh = [...tree].map(([agent, events]) => [
        agent,
        events.slice(lengths.get(agent) ?? 0).map(wordEvent),
      ]);
      for (const [agent, events] of tree) lengths.set(agent, events.length);
      const reason = root.ended?.reason ?? "cancelled";
      await core.write({
        end: turn,
        reason,
        inputs: mapTexts(inputs, hide),
        events: Object.fromEntries(fresh) as object,
      });
    },
  };
}

function lengthsOf(cassette: Cassette | undefined): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const { events } of cassette?.ends ?? [])
    for (const [agent, types] of Object.entries(events))
      lengths.set(agent, (lengths.get(agent) ?? 0) + types.length);
  return lengths;
}

async function writeStart(core: RecorderCore, view: SessionView, options: RecorderOptions): Promise<void> {
  const { hide } = core.placeholders();
  const getText = async (blob: string): Promise<string> =>
    new TextDecoder().decode(await options.getBlob(blob));
  const prompt = view.entries.find((entry) => entry.kind === "prompt");
  const content = prompt ? await unspill(prompt.content, prompt.blobs, "content", getText) : [];
  const withBytes = async (part: InputPart) =>
    part.type === "text"
      ? { type: "text", text: hide(part.text) }
      : { type: "image", mediaType: part.mediaType, data: await options.getBlob(part.blob) };
  const { record: _record, replay: _replay, ...settings } = view.settings;
  await core.write(
    {
      format: cassetteFormat,
      v: cassetteVersion,
      skillmint: options.version,
      created: new Date(view.createdAt).toISOString(),
      session: view.sessionId,
    },
    {
      start: {
        title: hide(view.title),
        content: await Promise.all(content.map(withBytes)),
        settings: mapTexts(settings, hide),
        platform: platform(),
      },
    },
  );
}

/** What of the configuration counts for a run. */
function describeParts(core: RecorderCore, view: SessionView, parts: RunParts): object {
  const { hide } = core.placeholders();
  const lists = ["allow", "ask", "deny"] as const;
  return mapTexts(
    {
      rules: lists.flatMap((list) =>
        parts.rules[list].map(({ text, source, root }) => ({
          list,
          text,
          source,
          ...(root === undefined ? {} : { root }),
        })),
      ),
      limits: parts.limits(view),
      retry: { times: parts.retry.times, maxMs: parts.retry.maxMs },
      agents: parts.agentTypes,
      ...(parts.primary ? { primary: parts.primary } : {}),
      hooks: parts.hooks?.hooks ?? [],
    },
    hide,
  );
}

function recordParts(core: RecorderCore, files: WorkspaceFiles, parts: RunParts): RunParts {
  const models = new WeakMap<Model, Map<string, Model>>();
  const { hooks } = parts;
  return {
    ...parts,
    async model(view, name) {
      core.views.add(view);
      // Asked by a tool that reaches outside: its result is recorded as a whole.
      if (name !== undefined) return parts.model(view, name);
      const model = await parts.model(view);
      const made = models.get(model) ?? new Map<string, Model>();
      models.set(model, made);
      const recorded = made.get(view.sessionId) ?? recordModel(core, model, dateOf(view));
      made.set(view.sessionId, recorded);
      return recorded;
    },
    wrapTools: (registry, view) => {
      core.views.add(view);
      return recordTools(registry, { core, view, files });
    },
    skills: recordSkills(parts.skills, core),
    instructions: {
      ...parts.instructions,
      async read(view, readFiles) {
        const read = await readFiles();
        const { hide } = core.placeholders();
        for (const { path } of read.sources)
          if (isBelow(path, view.folder)) await writeFirst(core, files, path);
        const { text, sources } = mapTexts({ text: read.text, sources: read.sources }, hide);
        await core.write({ instructions: agentOf(view), text, sources });
        return read;
      },
    },
    ...(hooks
      ? {
          hooks: {
            ...hooks,
            async execute(request) {
              const result = await runHook(request);
              const { hide } = core.placeholders();
              await core.write({
                hook: eventOf(request.input),
                command: hide(request.command),
                ...mapTexts(result, hide),
              });
              return result;
            },
          },
        }
      : {}),
  };
}

function eventOf(input: string): string {
  const { hook_event_name: name } = JSON.parse(input) as { hook_event_name?: unknown };
  return typeof name === "string" ? name : "";
}
