import { z } from "zod";
import { SkillmintError, type Language } from "../../protocol/index.ts";
import { readJsonFile } from "../read-json-file.ts";
import { createCassetteWords, type CassetteWords } from "./cassette-words.ts";
import {
  cassetteFormat,
  cassetteVersion,
  header,
  recordSchemas,
  type ApprovalRecord,
  type beginRecord,
  type CallRecord,
  type CatalogRecord,
  type EndRecord,
  type FileRecord,
  type HookRecord,
  type InstructionsRecord,
  type RecordKind,
  type ReplyRecord,
  type SkillRecord,
  type startRecord,
} from "./format.ts";
import { parseRecords, RecordTextError, type TextRecord } from "./record-text.ts";

export interface RecordedReply extends ReplyRecord {
  /** The digests of all messages of the request, and of all its tools. */
  messages: string[];
  tools: string[];
}

/** A whole recording, as it was read. Texts hold placeholders. */
export interface Cassette {
  file: string;
  header: z.infer<typeof header>;
  start: z.infer<typeof startRecord>["start"];
  begins: z.infer<typeof beginRecord>[];
  parts: Map<string, unknown>;
  /** By place, in the order of recording: there are several where one had to be tried again. */
  replies: Map<string, RecordedReply[]>;
  calls: Map<string, CallRecord[]>;
  files: FileRecord[];
  catalogs: CatalogRecord[];
  skills: Map<string, SkillRecord>;
  approvals: Map<string, ApprovalRecord>;
  instructions: Map<string, InstructionsRecord[]>;
  hooks: HookRecord[];
  ends: EndRecord[];
  steps: number;
}

const toolList = z.array(z.string());
const maxBytes = 256 * 1024 * 1024;

type Refuse = (line: number, message: string) => SkillmintError;

/** Reads a cassette, or its `text`. Throws `cassette-unreadable` with file, line and reason. */
export async function readCassette(file: string, language: Language, content?: string): Promise<Cassette> {
  const words = createCassetteWords(language);
  const refuse: Refuse = (line, message) =>
    new SkillmintError("cassette-unreadable", { params: { file, line, message } });
  const text = content ?? (await readText(file, refuse, words));
  const records = parse(text, refuse, words);
  const first = records.next();
  if (first.done === true) throw refuse(1, words("cassette.empty"));
  const cassette: Omit<Cassette, "start"> & Partial<Pick<Cassette, "start">> = {
    file,
    header: readHeader(first.value, refuse, words),
    begins: [],
    parts: new Map(),
    replies: new Map(),
    calls: new Map(),
    files: [],
    catalogs: [],
    skills: new Map(),
    approvals: new Map(),
    instructions: new Map(),
    hooks: [],
    ends: [],
    steps: 0,
  };
  const messagesOf = new Map<string, string[]>();
  for (const { line, value } of records) addRecord(cassette, messagesOf, line, value, refuse, words);
  const { start } = cassette;
  if (!start) throw refuse(first.value.line, words("cassette.noStart"));
  return { ...cassette, start };
}

function* parse(text: string, refuse: Refuse, words: CassetteWords): Generator<TextRecord> {
  try {
    yield* parseRecords(text);
  } catch (error) {
    if (!(error instanceof RecordTextError)) throw error;
    throw refuse(error.line, error.isCut ? words("cassette.cut") : error.message);
  }
}

function readHeader(
  { line, value }: TextRecord,
  refuse: Refuse,
  words: CassetteWords,
): z.infer<typeof header> {
  const found = typeof value === "object" && value !== null ? { ...value } : {};
  const { format, v, cassette } = found as Record<string, unknown>;
  if (format === undefined && cassette !== undefined)
    throw refuse(line, words("cassette.older", { version: 0 }));
  if (format !== cassetteFormat) throw refuse(line, words("cassette.none"));
  if (typeof v === "number" && v > cassetteVersion)
    throw refuse(line, words("cassette.newer", { version: v, known: cassetteVersion }));
  if (typeof v === "number" && v < cassetteVersion)
    throw refuse(line, words("cassette.older", { version: v }));
  const parsed = header.safeParse(found);
  if (parsed.success) return parsed.data;
  throw refuse(line, wordIssue(parsed.error));
}

function wordIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${(issue?.path ?? []).join(".")}: ${issue?.message ?? ""}`;
}

type Reading = Omit<Cassette, "start"> & Partial<Pick<Cassette, "start">>;

function addRecord(
  cassette: Reading,
  messagesOf: Map<string, string[]>,
  line: number,
  value: unknown,
  refuse: Refuse,
  words: CassetteWords,
): void {
  const found = typeof value === "object" && value !== null ? value : {};
  const kind = Object.keys(recordSchemas).find((key) => Object.hasOwn(found, key)) as RecordKind | undefined;
  if (kind === undefined) throw refuse(line, words("cassette.unknownRecord"));
  const read = <K extends RecordKind>(name: K): z.infer<(typeof recordSchemas)[K]> => {
    const parsed = recordSchemas[name].safeParse(found);
    if (!parsed.success) throw refuse(line, wordIssue(parsed.error));
    return parsed.data as z.infer<(typeof recordSchemas)[K]>;
  };
  switch (kind) {
    case "start":
      cassette.start = read(kind).start;
      return;
    case "begin":
      cassette.begins.push(read(kind));
      return;
    case "part": {
      const part = read(kind);
      cassette.parts.set(part.part, part.value);
      return;
    }
    case "reply": {
      const reply = read(kind);
      const agent = reply.reply.replace(/ #\d+$/, "");
      const messages = [...(messagesOf.get(agent) ?? []).slice(0, reply.request.keep), ...reply.request.add];
      if (messages.length !== reply.request.keep + reply.request.add.length)
        throw refuse(line, words("cassette.missingReply"));
      messagesOf.set(agent, messages);
      const tools = toolList.safeParse(cassette.parts.get(reply.request.tools));
      if (!tools.success) throw refuse(line, words("cassette.missingPart"));
      addTo(cassette.replies, reply.reply, { ...reply, messages, tools: tools.data });
      cassette.steps = Math.max(cassette.steps, reply.step);
      return;
    }
    case "call": {
      const call = read(kind);
      addTo(cassette.calls, call.call, call);
      cassette.steps = Math.max(cassette.steps, call.step);
      return;
    }
    case "file":
      cassette.files.push(read(kind));
      return;
    case "catalog":
      cassette.catalogs.push(read(kind));
      return;
    case "skill": {
      const skill = read(kind);
      cassette.skills.set(skill.skill, skill);
      return;
    }
    case "approval": {
      const approval = read(kind);
      cassette.approvals.set(approval.approval, approval);
      return;
    }
    case "instructions": {
      const instructions = read(kind);
      addTo(cassette.instructions, instructions.instructions, instructions);
      return;
    }
    case "hook":
      cassette.hooks.push(read(kind));
      return;
    case "end":
      cassette.ends.push(read(kind));
  }
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key) ?? [];
  list.push(value);
  map.set(key, list);
}

async function readText(file: string, refuse: Refuse, words: CassetteWords): Promise<string> {
  const read = await readJsonFile(file, maxBytes);
  if ("text" in read) return read.text;
  throw refuse(1, read.reason === "EFBIG" ? words("cassette.tooLarge", { bytes: maxBytes }) : read.reason);
}
