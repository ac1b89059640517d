import { resolve } from "node:path";
import { cutText, type InputPart } from "../../protocol/index.ts";
import type { ReadyCall } from "../../tool/execute-env.ts";

const maxResultChars = 100_000;
const pathNames: ReadonlySet<string> = new Set(["file_path", "notebook_path"]);

/**
 * A call as hooks of other clients read it: parameters under all names that the tool knows them by, files with their
 * whole path where it is those clients' name.
 */
export function callPayload({ call, tool, input }: ReadyCall, folder: string): Record<string, unknown> {
  const others = Object.entries(tool.aliases)
    .filter(([name, own]) => !(name in input) && input[own] !== undefined)
    .map(([name, own]) => {
      const value = input[own];
      const isPath = pathNames.has(name) && typeof value === "string" && !value.startsWith("~");
      return [name, isPath ? resolve(folder, value) : value];
    });
  return {
    tool_name: tool.name,
    tool_input: { ...input, ...Object.fromEntries(others) },
    tool_use_id: call.callId,
  };
}

export function resultPayload(status: string, content: readonly InputPart[]): Record<string, unknown> {
  const parts = content.map((part) =>
    part.type === "text" ? { type: "text", text: cutText(part.text, maxResultChars) } : { type: part.type },
  );
  return { tool_response: { status, content: parts } };
}
