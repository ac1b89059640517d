import type { FetchLike } from "@modelcontextprotocol/client";
import type { Guard } from "../network/guard.ts";
import type { ActiveCall } from "./connection-calls.ts";

/** More came at once than may be held. */
export class TooMuch extends Error {
  constructor() {
    super("more came at once than is read");
    this.name = "TooMuch";
  }
}

export interface GuardedFetchOptions {
  guard: Guard;
  /** The most that one body, or one event of a stream, may hold. */
  maxBytes: number;
  /** The call that a request is made for. */
  current?(): ActiveCall | undefined;
  /** Something over the limit was not read; `call`: what it was for, where that is known. */
  onLong?(call: ActiveCall | undefined): void;
}

const bodiless = new Set([101, 204, 205, 304]);
const separators = ["\n\n", "\r\n\r\n", "\r\r"];

/** How much came after the last event of a stream that is whole, as far as one piece of it shows. */
function restAfterEvent(chunk: Uint8Array): number | undefined {
  const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const end = Math.max(...separators.map((separator) => buffer.lastIndexOf(separator)));
  return end === -1 ? undefined : buffer.length - end;
}

const eventId = /(?:^|[\r\n])id:/;

interface Meter {
  isStream: boolean;
  maxBytes: number;
  onLong(): void;
  /** `isNumbered`: the events of the stream had ids. */
  onEnd(isNumbered: boolean): void;
}

function createMeter({ isStream, maxBytes, onLong, onEnd }: Meter) {
  let held = 0;
  let isNumbered = false;
  const end = (): void => onEnd(isNumbered);
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      held = (isStream ? restAfterEvent(chunk) : undefined) ?? held + chunk.length;
      // Ids stand before or behind the data, never far from an end of what is sent at once.
      isNumbered ||=
        isStream && chunk.length < 1024 * 1024 && eventId.test(Buffer.from(chunk).toString("latin1"));
      if (held <= maxBytes) return controller.enqueue(chunk);
      onLong();
      controller.error(new TooMuch());
    },
    flush: end,
    cancel: end,
  });
}

function toBody(body: RequestInit["body"]): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError("a body of this kind is not sent");
}

/**
 * What the SDK fetches with: everything through the guard, bodies bounded, and redirects left to the SDK where it
 * follows them itself (only within an origin).
 */
export function createGuardedFetch(options: GuardedFetchOptions): FetchLike {
  return async (url, init = {}) => {
    const call = options.current?.();
    const headers = Object.fromEntries(new Headers(init.headers));
    const isManual = init.redirect === "manual" || init.redirect === "error";
    const body = toBody(init.body);
    const response = await options.guard.fetch(url, {
      method: init.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
      ...(init.signal ? { signal: init.signal } : {}),
      ...(isManual ? { redirects: 0 } : {}),
    });
    const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
    const carries = isStream ? call : undefined;
    if (!response.body || bodiless.has(response.status)) return response;
    carries?.streamOpened();
    const meter = createMeter({
      isStream,
      maxBytes: options.maxBytes,
      onLong: () => options.onLong?.(call),
      onEnd: (isNumbered) => carries?.streamEnded(isNumbered),
    });
    const bounded = new Response(response.body.pipeThrough(meter), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };
}
