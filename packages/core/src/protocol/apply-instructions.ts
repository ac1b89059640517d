import type { DurableEvent } from "./event.ts";
import type { SessionView } from "./view.ts";

export function readInstructions(view: SessionView, event: DurableEvent<"instructions.read">): void {
  const { seq, text, sources, blobs } = event;
  view.instructions = { seq, text, sources, ...(blobs ? { blobs } : {}) };
}
