import type { SessionEvent, StoredEvent } from "@skillmint/core/protocol";
import type { EventReader } from "./event-reader.ts";

/** How long a stream stays silent before it shows that it lives: below what proxies and browsers bear. */
const heartbeatMs = 15_000;

type AnyEvent = SessionEvent | StoredEvent;

/** JSON has no line breaks of its own: nothing in an event can end its line. Live events have no id. */
function toFrame(event: AnyEvent, idOf: (event: { sessionId: string; seq: number }) => string): string {
  const id = "seq" in event && event.seq !== undefined ? `id: ${idOf(event)}\n` : "";
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

/**
 * A server-sent event stream that reads only as fast as it is read. Nobody cancels the body of an answer whose request
 * was given up before it began, or that broke: `signal` ends the reader then.
 */
export function streamEvents(
  reader: EventReader,
  idOf: (event: { sessionId: string; seq: number }) => string,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const leave = (): void => {
    isOpen = false;
    signal.removeEventListener("abort", leave);
    reader.close();
  };
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode("retry: 1000\n\n")),
    async pull(controller) {
      const events = await reader.next(heartbeatMs);
      if (!isOpen) return;
      const text = events ? events.map((event) => toFrame(event, idOf)).join("") : ": here\n\n";
      controller.enqueue(encoder.encode(text));
    },
    cancel: leave,
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
  });
}
