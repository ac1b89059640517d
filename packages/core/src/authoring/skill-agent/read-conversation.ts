import { z } from "zod";
import { cutText } from "../../protocol/index.ts";

/** `skillmint` and `claude-code` are lists of JSON lines; everything else is read as the text it is. */
export type ConversationFormat = "skillmint" | "claude-code" | "text";

export interface Conversation {
  format: ConversationFormat;
  /** Who said and did what, in order. */
  text: string;
  /** Lines that say nothing we know. */
  skipped: number;
}

const maxResult = 1_500;
const maxInput = 1_000;
/** What is kept of a conversation: its beginning says what was wanted, its end what came of it. */
export const maxConversation = 60_000;
const headShare = 0.3;

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  content: z.unknown().optional(),
  is_error: z.boolean().optional(),
});
const parts = z.union([z.string().transform((text) => [{ type: "text", text }]), z.array(part)]);
type Part = z.infer<typeof part>;

const claudeLine = z.looseObject({
  type: z.string(),
  message: z.looseObject({ role: z.string(), content: parts }).optional(),
});

const ownLine = z.looseObject({
  type: z.string(),
  sessionId: z.string(),
  text: z.string().optional(),
  name: z.string().optional(),
  status: z.string().optional(),
  input: z.unknown().optional(),
  content: z.unknown().optional(),
});

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutText(text, limit)} […${text.length - limit}…]`;
}

function toText(content: unknown): string {
  const read = parts.safeParse(content);
  if (!read.success) return content === undefined ? "" : JSON.stringify(content);
  return read.data.map(({ text, type }) => text ?? `[${type}]`).join("\n");
}

const speak = (who: string, text: string): string[] =>
  text.trim() === "" ? [] : [`## ${who}\n\n${text.trim()}`];

const call = (name: string, input: unknown): string =>
  `### ${name}\n\n${cut(JSON.stringify(input) ?? "", maxInput)}`;

const result = (status: string, text: string): string => `→ ${status}: ${cut(text.trim(), maxResult)}`;

function wordClaudePart(who: string, one: Part): string[] {
  if (one.type === "text") return speak(who, one.text ?? "");
  if (one.type === "tool_use") return [call(one.name ?? "", one.input)];
  if (one.type === "tool_result")
    return [result(one.is_error === true ? "error" : "ok", toText(one.content))];
  return [];
}

function wordClaude(value: unknown): string[] | undefined {
  const read = claudeLine.safeParse(value);
  const message = read.data?.message;
  if (!message) return undefined;
  return message.content.flatMap((one) => wordClaudePart(message.role, one));
}

function wordOwn(value: unknown): string[] | undefined {
  const read = ownLine.safeParse(value);
  if (!read.success) return undefined;
  const { type, text = "", name = "", status = "", input, content } = read.data;
  if (type === "prompt.admitted") return speak("user", toText(content));
  if (type === "message.completed") return speak("assistant", text);
  if (type === "tool.called") return [call(name, input)];
  if (type === "tool.settled") return [result(status, toText(content))];
  if (type === "question.answered" || type === "note.added") return speak(type, text);
  return [];
}

function readLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (!lines[0]?.startsWith("{")) return undefined;
  const values: unknown[] = [];
  for (const line of lines) {
    try {
      values.push(JSON.parse(line));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      values.push(undefined);
    }
  }
  return values;
}

/** The beginning and the end of a text that is too long, with a line that says what is missing. */
export function keepEnds(text: string, limit: number, word: (chars: number) => string): string {
  if (text.length <= limit) return text;
  const head = cutText(text, Math.floor(limit * headShare));
  const tail = text.slice(text.length - (limit - head.length)).toWellFormed();
  return `${head}\n\n${word(text.length - head.length - tail.length)}\n\n${tail}`;
}

/** Reads what a person has of a conversation: our own export, a transcript of Claude Code, or any text. */
export function readConversation(text: string): Conversation {
  const values = readLines(text);
  if (values) {
    for (const [format, word] of [
      ["skillmint", wordOwn],
      ["claude-code", wordClaude],
    ] as const) {
      const worded = values.map(word);
      const said = worded.flatMap((lines) => lines ?? []);
      const skipped = worded.filter((lines) => lines === undefined).length;
      if (said.length > 0) return { format, text: said.join("\n\n"), skipped };
    }
  }
  return { format: "text", text, skipped: 0 };
}
