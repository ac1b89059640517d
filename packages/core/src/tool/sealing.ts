import type { EventDraft, InputPart } from "../protocol/index.ts";
import type { ToolResult } from "./define-tool.ts";

/** Keeps the content of sealed skills out of everything that is written down. */
export interface Sealing {
  /** The sealed skill that a result shows something of. */
  covers(
    call: { input: Readonly<Record<string, unknown>>; effect: string },
    result: ToolResult,
  ): Promise<string | undefined>;
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  /** `undefined` where it was sealed with a key that is not here. */
  open(bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** What people read in its place. */
  shown(name: string): string;
  /** Why a run that uses it cannot be recorded, in words. Asked only while it is in use. */
  unrecordable(name: string): string;
  /** A file of a sealed skill that is in use; never from disk. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Where commands may leave long output while sealed content is in use; `undefined`: where they always do. */
  outputFolder(): string | undefined;
  /** Has the files of these skills at their places again, for a session that goes on in another process. */
  resume(names: readonly string[]): Promise<void>;
}

type Sealed = Pick<EventDraft<"tool.settled">, "content" | "blobs">;

/** Content as the log keeps it: the words for people, and behind them the content itself, sealed. */
export async function sealContent(
  content: readonly InputPart[],
  name: string,
  sealing: Pick<Sealing, "seal" | "shown">,
  putBlob: (bytes: Uint8Array) => Promise<string>,
): Promise<Sealed> {
  const json = JSON.stringify(content);
  const blob = await putBlob(await sealing.seal(new TextEncoder().encode(json)));
  return {
    content: [{ type: "text", text: sealing.shown(name) }],
    blobs: [{ path: ["content"], blob, chars: json.length, json: true, sealed: true }],
  };
}

/** What screens are told of a result beside its content: numbers and switches say nothing of what it holds. */
export function plainDetails(details: Record<string, unknown> | undefined, result: ToolResult) {
  if (!details || result.sealed !== undefined) return details;
  const kept = Object.entries(details).filter(([, value]) => ["number", "boolean"].includes(typeof value));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The same for an activation: its instructions. */
export async function sealActivation(
  event: EventDraft<"skill.activated"> & { text: string },
  sealing: Pick<Sealing, "seal" | "shown">,
  putBlob: (bytes: Uint8Array) => Promise<string>,
): Promise<EventDraft<"skill.activated">> {
  const { sealed, text } = event;
  if (sealed === undefined) return event;
  const blob = await putBlob(await sealing.seal(new TextEncoder().encode(text)));
  return {
    ...event,
    text: sealing.shown(sealed),
    blobs: [{ path: ["text"], blob, chars: text.length, sealed: true }],
  };
}
