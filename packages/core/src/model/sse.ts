import { createParser } from "eventsource-parser";
import { SkillmintError } from "../protocol/index.ts";

export interface SseEvent {
  event?: string;
  data: string;
}

/**
 * Turns bytes into server-sent events, whatever the pieces they come in. Comments and unknown fields are skipped.
 * An event or a line beyond the limit throws `model-bad-reply`, after which the decoder is of no use.
 */
export interface SseDecoder {
  push(bytes: Uint8Array): SseEvent[];
  /** The last event, where the stream ended without the blank line after it. */
  end(): SseEvent[];
}

const defaultLimit = 16 * 1024 * 1024;

export function createSseDecoder(limit = defaultLimit): SseDecoder {
  const decoder = new TextDecoder();
  let events: SseEvent[] = [];
  let overflow = false;
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ event, data }) => {
      if (data.length > limit) overflow = true;
      else events.push(event === undefined ? { data } : { event, data });
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") overflow = true;
    },
  });

  function feed(text: string): SseEvent[] {
    parser.feed(text);
    if (overflow) throw new SkillmintError("model-bad-reply", { detail: `SSE event > ${limit}` });
    const found = events;
    events = [];
    return found;
  }

  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end: () => feed(`${decoder.decode()}\n\n`),
  };
}
