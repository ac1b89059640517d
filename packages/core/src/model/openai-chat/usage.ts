import type { Usage } from "../../protocol/index.ts";
import { readCount, readRecord, type JsonRecord } from "../read-json.ts";

/** Where a chunk carries what was counted: in itself, in its first choice, or in a vendor's own field. */
export function findUsage(chunk: JsonRecord, choice: JsonRecord): Usage | undefined {
  for (const value of [chunk["usage"], choice["usage"], readRecord(chunk["x_groq"])["usage"]]) {
    const usage = readUsage(readRecord(value));
    if (usage) return usage;
  }
  return undefined;
}

function readUsage(usage: JsonRecord): Usage | undefined {
  const input = readCount(usage["prompt_tokens"]);
  const written = readCount(usage["completion_tokens"]);
  if (input === undefined && written === undefined) return undefined;
  const read = readRecord(usage["prompt_tokens_details"]);
  const cacheRead =
    readCount(read["cached_tokens"]) ??
    readCount(usage["prompt_cache_hit_tokens"]) ??
    readCount(usage["cached_tokens"]);
  const cacheWrite = readCount(read["cache_write_tokens"]);
  const reasoning = readCount(readRecord(usage["completion_tokens_details"])["reasoning_tokens"]);
  // Some leave reasoning out of `completion_tokens`, none out of the total.
  const total = readCount(usage["total_tokens"]) ?? 0;
  return {
    input: input ?? 0,
    output: Math.max(written ?? 0, total - (input ?? 0)),
    ...(cacheRead ? { cacheRead } : {}),
    ...(cacheWrite ? { cacheWrite } : {}),
    ...(reasoning ? { reasoning } : {}),
  };
}
