import { createHash } from "node:crypto";
import type { ToolMemory } from "../define-tool.ts";

/** What a conversation knows of a file: how it was when it was last read or written here. */
export interface KnownFile {
  mtimeMs: number;
  size: number;
  /** Null when the file was too large to be digested. */
  sha256: string | null;
}

export function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function rememberFile(
  memory: ToolMemory,
  real: string,
  stats: { mtimeMs: number; size: number },
  sha256: string | null,
): void {
  const known: KnownFile = { mtimeMs: stats.mtimeMs, size: stats.size, sha256 };
  memory.set(`file:${real}`, known);
}

/**
 * How what is on disk now relates to what the conversation knows. Content counts, not its time: a file that
 * was touched, or changed and changed back, is the same. Only files too large for a digest go by their time.
 */
export function compareFile(memory: ToolMemory, real: string, now: KnownFile): "unread" | "stale" | "same" {
  const known = memory.get(`file:${real}`) as KnownFile | undefined;
  if (known === undefined) return "unread";
  const timed = known.sha256 === null && known.size === now.size && known.mtimeMs === now.mtimeMs;
  return known.sha256 === now.sha256 && (known.sha256 !== null || timed) ? "same" : "stale";
}
