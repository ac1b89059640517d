import { oneLine } from "./sanitize.ts";

/** The parameters that tell most about a call, by how often tools use them. */
const telling = ["command", "path", "file_path", "pattern", "url", "query", "skill", "description", "prompt"];

/** One line about a call: `Bash npm test`. */
export function summarizeCall(name: string, input: Record<string, unknown>): string {
  const key = telling.find((candidate) => typeof input[candidate] === "string");
  return oneLine(key === undefined ? name : `${name} ${String(input[key])}`);
}
