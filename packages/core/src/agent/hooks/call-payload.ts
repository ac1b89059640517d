import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { cutText, type InputPart } from "../../protocol/index.ts";
import type { ReadyCall } from "../../tool/execute-env.ts";

const maxResultChars = 100_000;
const pathNames: ReadonlySet<string> = new Set(["file_path", "notebook_path"]);

/** Parameters under all names that the tool knows them by, files with their whole path where it is other clients' name. */
function namedInput({ tool, input }: ReadyCall, folder: string): Record<string, unknown> {
  const others = Object.entries(tool.aliases)
    .filter(([name, own]) => !(name in input) && input[own] !== undefined)
    .map(([name, own]) => {
      const value = input[own];
      const isPath = pathNames.has(name) && typeof value === "string" && !value.startsWith("~");
      return [name, isPath ? resolve(folder, value) : value];
    });
  return { ...input, ...Object.fromEntries(others) };
}

/** A call as hooks of other clients read it. */
export function callPayload(ready: ReadyCall, folder: string): Record<string, unknown> {
  const { call, tool } = ready;
  return { tool_name: tool.name, tool_input: namedInput(ready, folder), tool_use_id: call.callId };
}

/**
 * What a call is to be made with after a hook changed what it read: as a whole, so what it left out is gone. It read
 * the same thing under several names and may have changed it under one of them.
 */
export function changeInput(
  ready: ReadyCall,
  folder: string,
  updated: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { tool, input } = ready;
  const read = namedInput(ready, folder);
  const ownName = (name: string): string =>
    Object.hasOwn(tool.aliases, name) ? (tool.aliases[name] ?? name) : name;
  const named = new Set(Object.keys(updated).map(ownName));
  const kept = Object.entries(input).filter(([name]) => named.has(name));
  const changed = Object.entries(updated).filter(([name, value]) => !isDeepStrictEqual(value, read[name]));
  // Our own name last: where both were changed it holds.
  const inOrder = changed.toSorted(([a], [b]) => Number(ownName(a) === a) - Number(ownName(b) === b));
  return Object.fromEntries([...kept, ...inOrder.map(([name, value]) => [ownName(name), value] as const)]);
}

export function resultPayload(status: string, content: readonly InputPart[]): Record<string, unknown> {
  const parts = content.map((part) =>
    part.type === "text" ? { type: "text", text: cutText(part.text, maxResultChars) } : { type: part.type },
  );
  return { tool_response: { status, content: parts } };
}
