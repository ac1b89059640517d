import type { Memories, OpenMemoryOptions } from "./open-memory.ts";

/** What is remembered over sessions, for a person; its code is loaded when first asked for, and no session is opened. */
export async function loadMemory(options: OpenMemoryOptions): Promise<Memories> {
  const { openMemory } = await import("./open-memory.ts");
  return openMemory(options);
}
