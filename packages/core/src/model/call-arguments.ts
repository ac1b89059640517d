import type { ReplyCall } from "./model.ts";
import { isRecord, parseJson } from "./read-json.ts";

/**
 * What is known about the end of an argument text: it came `whole`; the reply reached its length limit, so that
 * it `may-be-cut`; or the stream broke inside it, and it is `cut` whatever it looks like.
 */
export type Completeness = "whole" | "may-be-cut" | "cut";

/**
 * Reads the arguments of a call from all their deltas joined. A call without any text has no arguments; every
 * other text that is no JSON object comes back as a defect with the text itself, never as empty arguments.
 */
export function readArguments(text: string, completeness: Completeness): Pick<ReplyCall, "input" | "defect"> {
  if (completeness === "cut") return { input: {}, defect: { kind: "cut", raw: text } };
  if (text.trim() === "") {
    return completeness === "whole" ? { input: {} } : { input: {}, defect: { kind: "cut", raw: text } };
  }
  const value = parseJson(text);
  if (isRecord(value)) return { input: value };
  if (value !== undefined) return { input: {}, defect: { kind: "not-an-object", raw: text } };
  return { input: {}, defect: { kind: completeness === "whole" ? "invalid-json" : "cut", raw: text } };
}
