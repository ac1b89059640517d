import type { ModelEvent } from "../model.ts";
import { isRecord, parseJson, readCount, readRecord, readString, type JsonRecord } from "../read-json.ts";
import type { CallDraft, ReplyBuilder } from "../reply-builder.ts";

interface OpenCall {
  draft: CallDraft;
  id: string;
  index: number | undefined;
}

function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  return isRecord(value) ? JSON.stringify(value) : "";
}

function isWhole(text: string): boolean {
  return isRecord(parseJson(text));
}

/**
 * Finds out which call a delta belongs to. The index decides; where it is missing the id does, and where both are,
 * the last call goes on. A new id together with a name is a new call even at a known index.
 */
export function createCallCollector(reply: ReplyBuilder): (delta: JsonRecord) => ModelEvent[] {
  const calls: OpenCall[] = [];

  function goesOn(call: OpenCall, id: string, name: string, text: string): boolean {
    if (name === "" || (id !== "" && id === call.id)) return true;
    if (id !== "") return call.id === "" && call.draft.text === "";
    const repeated = isWhole(call.draft.text) && text.trimStart().startsWith("{");
    return name === call.draft.name ? !repeated : call.draft.name === "";
  }

  function find(index: number | undefined, id: string): OpenCall | undefined {
    if (index !== undefined) return calls.findLast((call) => call.index === index);
    return (id === "" ? undefined : calls.find((call) => call.id === id)) ?? calls.at(-1);
  }

  return (delta) => {
    const described = readRecord(delta["function"]);
    const index = readCount(delta["index"]);
    const id = readString(delta["id"]);
    const name = readString(described["name"]);
    const text = argumentText(described["arguments"]);
    const found = find(index, id);
    const isNew = found === undefined || !goesOn(found, id, name, text);
    const call = isNew ? { draft: reply.openCall(name), id, index } : found;
    if (isNew) calls.push(call);
    if (call.id === "") call.id = id;
    if (call.draft.name === "") call.draft.name = name;
    const extra = delta["extra_content"];
    if (extra !== undefined && extra !== null) call.draft.opaque = { extraContent: extra };
    return isNew || text !== "" ? reply.extend(call.draft, text) : [];
  };
}
