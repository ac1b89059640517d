import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EvalWords } from "./eval-words.ts";
import type { RunRecord } from "./run-record.ts";

/** Larger files are named, not read. */
const maxFileBytes = 1024 * 1024;
const maxFiles = 200;

/**
 * Everything that an agent said and did, in order, as plain text. Neither the prompt nor the text of a skill is part of
 * it: nothing that somebody else wrote may be taken for what the agent did.
 */
export function writeTranscript(record: RunRecord, words: EvalWords): string {
  const parts: string[] = [];
  const skills = new Set<string>();
  for (const event of record.events) {
    if (event.type === "message.completed" && event.text !== "")
      parts.push(`## ${words("eval.transcript.answer")}\n\n${event.text}`);
    if (event.type === "tool.called") {
      if (event.name === "Skill") skills.add(event.callId);
      const input = JSON.stringify(event.input, null, 2);
      parts.push(`### ${words("eval.transcript.call", { name: event.name })}\n\n${input}`);
    }
    if (event.type === "tool.settled") {
      const title = event.details?.["title"];
      const text = event.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      const shown = skills.has(event.callId) && typeof title === "string" ? title : text;
      parts.push(`### ${words("eval.transcript.result", { status: event.status })}\n\n${shown}`);
    }
  }
  parts.push(words("eval.transcript.end", { reason: record.reason }));
  return `${parts.join("\n\n")}\n`;
}

export interface OutputText {
  path: string;
  bytes: number;
  text?: string;
}

/** What a run made or changed, in order. What vanished meanwhile is left out. */
export async function readOutputs({
  folder,
  changed,
}: Pick<RunRecord, "folder" | "changed">): Promise<OutputText[]> {
  const outputs: OutputText[] = [];
  for (const path of changed.slice(0, maxFiles)) {
    const bytes = await readFile(join(folder, path)).catch(() => undefined);
    if (bytes === undefined) continue;
    const isText = bytes.length <= maxFileBytes && !bytes.subarray(0, 8_000).includes(0);
    outputs.push({ path, bytes: bytes.length, ...(isText ? { text: bytes.toString("utf8") } : {}) });
  }
  return outputs;
}

/** The beginning and the end of a text that is longer than `limit`. */
export function shorten(text: string, limit: number, words: EvalWords): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}\n${words("eval.omitted", { count: left })}\n${text.slice(-half)}`;
}
