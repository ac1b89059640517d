import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { SkillmintError } from "../protocol/index.ts";
import { recordedEvent, type RecordedEvent } from "./cassette-event.ts";
import type { Json, NormalForm } from "./cassette-normal.ts";
import type { ModelLimits } from "./model.ts";

/**
 * The file: one JSON value a line, only ever appended to.
 * - `{"cassette": 1, "model", "limits", "at"}` comes first, and again for every further model
 * - `{"part", "value"}` is a system text, a tool or a message, written once and then referred to by its digest
 * - `{"agent", "iteration", "model", "digest", "request", "events"}` is one request with its reply; its messages are
 *   the first `keep` of the same agent's request before it on the same `tape`, and then those of `add`. Every writer
 *   has a tape of its own, so that several may append to one file.
 */
export const cassetteVersion = 1;

const limits = z.object({ context: z.number(), output: z.number(), images: z.boolean() });
const headerLine = z.object({
  cassette: z.literal(cassetteVersion),
  model: z.string(),
  limits,
  at: z.string().optional(),
});
const partLine = z.object({ part: z.string(), value: z.json() });
const entryLine = z.object({
  tape: z.string(),
  agent: z.string(),
  iteration: z.number().int(),
  model: z.string(),
  digest: z.string(),
  request: z.object({
    system: z.string(),
    tools: z.array(z.string()),
    keep: z.number().int().nonnegative(),
    add: z.array(z.string()),
    last: z.string().optional(),
  }),
  events: z.array(recordedEvent).min(1),
});

export type CassetteLine = z.infer<typeof headerLine> | z.infer<typeof partLine> | z.infer<typeof entryLine>;

/** One recorded request with its reply. */
export interface CassetteEntry {
  model: string;
  digest: string;
  request: NormalForm;
  events: RecordedEvent[];
}

export interface Cassette {
  file: string;
  /** The models that were recorded, the first one first. */
  models: Map<string, ModelLimits>;
  /** By place (`placeOf`), in the order of recording. */
  entries: Map<string, CassetteEntry[]>;
  /** The recording broke off inside its last line, which is left out. */
  truncated: boolean;
}

const maxBytes = 512 * 1024 * 1024;

export function placeOf(place: { agent: string; iteration: number }): string {
  return `${place.agent} #${place.iteration}`;
}

/** Reads a cassette. Throws `cassette-unreadable` with file and line. A last line without its end is left out. */
export async function readCassette(file: string): Promise<Cassette> {
  const text = await readText(file);
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  const cassette: Cassette = { file, models: new Map(), entries: new Map(), truncated: rest !== "" };
  const parts = new Map<string, Json>();
  const messagesOf = new Map<string, string[]>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const value = parseLine(file, index + 1, line, index === 0);
    if ("cassette" in value) cassette.models.set(value.model, value.limits);
    else if ("part" in value) parts.set(value.part, value.value);
    else addEntry(cassette, value, parts, messagesOf, index + 1);
  }
  if (cassette.models.size === 0) throw unreadable(file, 1, "it is empty");
  return cassette;
}

function addEntry(
  cassette: Cassette,
  line: z.infer<typeof entryLine>,
  parts: Map<string, Json>,
  messagesOf: Map<string, string[]>,
  number: number,
): void {
  const part = (id: string): Json => {
    const value = parts.get(id);
    if (value === undefined)
      throw unreadable(cassette.file, number, `it refers to a part that is not there: ${id}`);
    return value;
  };
  const { system, tools, keep, add } = line.request;
  const reel = JSON.stringify([line.tape, line.agent]);
  const messages = [...(messagesOf.get(reel) ?? []).slice(0, keep), ...add];
  if (messages.length !== keep + add.length)
    throw unreadable(cassette.file, number, "an earlier request is missing");
  messagesOf.set(reel, messages);
  const request = { system: part(system), tools: tools.map(part), messages: messages.map(part) };
  const place = placeOf(line);
  const entries = cassette.entries.get(place) ?? [];
  entries.push({ model: line.model, digest: line.digest, request, events: line.events });
  cassette.entries.set(place, entries);
}

function parseLine(file: string, number: number, line: string, first: boolean): CassetteLine {
  const value = parseObject(file, number, line);
  const version = value["cassette"];
  if (typeof version === "number" && version > cassetteVersion) {
    const message = `format ${version} is newer than this version of SkillMint, which reads ${cassetteVersion}`;
    throw unreadable(file, number, message);
  }
  if (first && version === undefined) throw unreadable(file, number, "this is no cassette");
  const schema = version === undefined ? ("part" in value ? partLine : entryLine) : headerLine;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw unreadable(file, number, `${(issue?.path ?? []).join(".")}: ${issue?.message ?? ""}`);
}

function parseObject(file: string, number: number, line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw unreadable(file, number, cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (typeof value !== "object" || value === null) throw unreadable(file, number, "this is no cassette");
  return { ...value };
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw unreadable(file, 1, `it is too large (${size} bytes)`);
    return await readFile(file, "utf8");
  } catch (cause) {
    if (SkillmintError.is(cause)) throw cause;
    throw unreadable(file, 1, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unreadable(file: string, line: number, message: string, cause?: unknown): SkillmintError {
  return new SkillmintError("cassette-unreadable", { params: { file, line, message }, cause });
}
