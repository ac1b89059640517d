import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./script.ts";
import type { Frame, ScriptedWire } from "./scripted-wire.ts";

const streamHeaders = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };
const page =
  "<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Service unavailable</h1></body></html>\n";

export function encodeFrame(frame: Frame, crlf = false): string {
  const lines =
    "comment" in frame
      ? [`: ${frame.comment}`]
      : [...(frame.event === undefined ? [] : [`event: ${frame.event}`]), `data: ${frame.data}`];
  return [...lines, "", ""].join(crlf ? "\r\n" : "\n");
}

/** Whether a fault answers in place of the reply; then it has done so. */
export async function answerWithFault(
  response: ServerResponse,
  wire: ScriptedWire,
  fault: Fault,
): Promise<boolean> {
  const headers = fault.headers ?? {};
  if (fault.html) {
    response.writeHead(fault.status ?? 200, { "content-type": "text/html", ...headers }).end(page);
    return true;
  }
  if (fault.status !== undefined && fault.status !== 200) {
    const body = fault.body ?? wire.errorBody(fault.status, `scripted error ${fault.status}`);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(fault.status, { "content-type": "application/json", ...headers }).end(text);
    return true;
  }
  if (fault.silence) {
    response.writeHead(200, { ...streamHeaders, ...headers }).flushHeaders();
    await closed(response);
    return true;
  }
  if (fault.pingOnly !== undefined) {
    const write = byteWriter(response, fault);
    response.writeHead(200, { ...streamHeaders, ...headers });
    while (await write(encodeFrame(wire.ping, fault.crlf))) await pause(fault.pingOnly, response);
    return true;
  }
  return false;
}

/** Streams the frames, spoilt as the fault says. Returns when all is sent or the connection is gone. */
export async function streamReply(
  response: ServerResponse,
  wire: ScriptedWire,
  frames: Iterable<Frame>,
  fault: Fault,
): Promise<void> {
  response.writeHead(200, { ...streamHeaders, ...fault.headers });
  const write = byteWriter(response, fault);
  let sent = 0;
  const errorAt = fault.errorEvent ? (fault.afterEvents ?? 1) : Number.POSITIVE_INFINITY;
  for (const frame of spoil(frames, fault)) {
    if (sent === fault.cutAfterEvents) return cut(response);
    if (sent === fault.endAfterEvents || sent >= errorAt) break;
    if (!(await write(encodeFrame(frame, fault.crlf)))) return;
    sent++;
  }
  if (sent === fault.cutAfterEvents) return cut(response);
  if (fault.errorEvent) await write(encodeFrame(wire.errorFrame(fault.errorEvent), fault.crlf));
  response.end();
}

/** Sends a reply in one piece; of the faults only those of bytes apply. */
export async function sendWhole(
  response: ServerResponse,
  body: Record<string, unknown>,
  fault: Fault,
): Promise<void> {
  response.writeHead(200, { "content-type": "application/json", ...fault.headers });
  if (await byteWriter(response, fault)(JSON.stringify(body))) response.end();
}

function* spoil(frames: Iterable<Frame>, fault: Fault): Generator<Frame> {
  const held: Frame[] = [];
  let repeat = fault.repeatFirstEvent ?? false;
  for (const frame of frames) {
    held.push(frame);
    if (repeat) held.push(frame);
    repeat = false;
    while (held.length > (fault.dropLastEvents ?? 0)) {
      const next = held.shift();
      if (next) yield next;
    }
  }
}

/** Writes and waits until the bytes are on their way; false once nobody reads them any more. */
function byteWriter(response: ServerResponse, fault: Fault): (text: string) => Promise<boolean> {
  let left = fault.cutAfterBytes ?? Number.POSITIVE_INFINITY;
  const size = fault.splitBytes ?? (fault.slowBytesMs === undefined ? Number.POSITIVE_INFINITY : 1);
  return async (text) => {
    const whole = Buffer.from(text);
    const bytes = whole.subarray(0, Math.min(left, whole.length));
    for (let start = 0; start < bytes.length; start += size) {
      if (!(await writeBytes(response, bytes.subarray(start, start + size)))) return false;
      if (fault.slowBytesMs !== undefined) await pause(fault.slowBytesMs, response);
    }
    left -= bytes.length;
    if (left > 0) return !response.destroyed;
    cut(response);
    return false;
  };
}

function writeBytes(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    response.once("close", gone);
    response.write(bytes, (error) => {
      response.off("close", gone);
      // A turn of the event loop between writes keeps them apart on the line, and lets an endless reply be stopped.
      setImmediate(() => resolve(!error && !response.destroyed));
    });
  });
}

function cut(response: ServerResponse): void {
  if (!response.headersSent) response.flushHeaders();
  response.destroy();
}

function closed(response: ServerResponse): Promise<void> {
  return response.destroyed
    ? Promise.resolve()
    : new Promise((resolve) => void response.once("close", resolve));
}

/** Waits, but not for a connection that is gone. */
export async function pause(ms: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const stop = () => gone.abort();
  response.once("close", stop);
  if (response.destroyed) stop();
  await sleep(ms, undefined, { signal: gone.signal }).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  response.off("close", stop);
}
