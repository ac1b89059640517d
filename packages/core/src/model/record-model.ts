import { randomBytes } from "node:crypto";
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { textOf, toSkillmintError } from "../protocol/index.ts";
import { cassetteVersion, type CassetteLine } from "./cassette.ts";
import { encodeEvent, joinDeltas, recordedEvent } from "./cassette-event.ts";
import {
  createPlaceholders,
  digestOf,
  normalForm,
  shorten,
  type CassetteFolders,
  type Json,
  type Placeholders,
} from "./cassette-normal.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";

/** Where recordings go. Every text is whole lines, appended as one. */
export interface CassetteSink {
  append(text: string): Promise<void>;
}

/** Where models record to. It knows what it wrote, and writes nothing twice; several models may share one. */
export interface CassetteWriter {
  write(model: Model, request: ModelRequest, events: ModelEvent[], placeholders: Placeholders): Promise<void>;
}

/**
 * The same model, with every finished or failed reply appended to the cassette before its last event is given on.
 * Cancelled replies are not recorded. Where the recording cannot be written the stream ends `failed`: a run that was
 * to be recorded does not go on unrecorded.
 */
export function recordModel(model: Model, writer: CassetteWriter, folders: CassetteFolders): Model {
  return {
    id: model.id,
    limits: model.limits,
    async *stream(request, signal) {
      const events: ModelEvent[] = [];
      for await (const event of model.stream(request, signal)) {
        events.push(event);
        if ((event.type === "finished" || event.type === "failed") && !signal.aborted) {
          const problem = await writer
            .write(model, request, events, createPlaceholders(folders))
            .then(() => undefined, toSkillmintError);
          if (problem) {
            yield {
              type: "failed",
              error: problem,
              content: event.content,
              ...(event.usage ? { usage: event.usage } : {}),
            };
            return;
          }
        }
        yield event;
      }
    },
  };
}

/** Lines are composed at once and written in that order, whoever waits for them. After a failure all others fail. */
export function createCassetteWriter(sink: CassetteSink, now: () => Date = () => new Date()): CassetteWriter {
  const tape = randomBytes(6).toString("hex");
  const declared = new Set<string>();
  const written = new Set<string>();
  const messagesOf = new Map<string, string[]>();
  let queue: Promise<void> = Promise.resolve();

  return {
    write(model, request, events, placeholders) {
      const lines: CassetteLine[] = [];
      if (!declared.has(model.id)) {
        declared.add(model.id);
        const { id, limits } = model;
        lines.push({ cassette: cassetteVersion, model: id, limits, at: now().toISOString() });
      }
      const refer = (value: Json): string => {
        const part = digestOf(value).slice(0, 16);
        if (!written.has(part)) lines.push({ part, value: shorten(value) });
        written.add(part);
        return part;
      };
      const { agent, iteration } = request.place;
      const form = normalForm(request, placeholders);
      const [system, tools, messages] = [refer(form.system), form.tools.map(refer), form.messages.map(refer)];
      const before = messagesOf.get(agent) ?? [];
      const differing = messages.findIndex((id, index) => id !== before[index]);
      const keep = differing < 0 ? messages.length : differing;
      messagesOf.set(agent, messages);
      lines.push({
        tape,
        agent,
        iteration,
        model: model.id,
        digest: digestOf(form),
        request: { system, tools, keep, add: messages.slice(keep), last: lastWords(request, placeholders) },
        events: joinDeltas(events).map((event) => recordedEvent.parse(encodeEvent(event, placeholders))),
      });
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      queue = queue.then(() => sink.append(text));
      return queue;
    },
  };
}

/** For people who read the file: how the last message ends up. */
function lastWords(request: ModelRequest, placeholders: Placeholders): string {
  const last = request.messages.at(-1);
  const text = last ? `${last.role}: ${textOf(last.content)}` : "";
  return placeholders.hide(text.slice(0, 200));
}

/**
 * A cassette file to record into: folders are made, and the file is readable by its owner only. It goes on behind what
 * the file holds (half a line at its end, left by a killed run, is cut off), or with `fresh` begins anew. Nothing stays
 * open between two requests.
 */
export async function openCassette(file: string, options: { fresh?: boolean } = {}): Promise<CassetteWriter> {
  await mkdir(dirname(file), { recursive: true });
  await withFile(file, async (handle) => {
    await handle.chmod(0o600);
    const content = options.fresh ? Buffer.alloc(0) : await handle.readFile();
    await handle.truncate(content.lastIndexOf(0x0a) + 1);
  });
  return createCassetteWriter({
    append: (text) => withFile(file, (handle) => writeAll(handle, Buffer.from(text))),
  });
}

async function withFile(file: string, use: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, "a+", 0o600);
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten;
}
