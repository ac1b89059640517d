import { SkillmintError } from "../protocol/index.ts";
import {
  classifyErrorBody,
  classifyForeignBody,
  classifyResponse,
  isErrorBody,
  type FailureContext,
} from "./failure.ts";
import type { OpenedStream } from "./http.ts";
import type { ModelEvent } from "./model.ts";
import { isRecord, parseJson } from "./read-json.ts";
import { createSseDecoder, type SseEvent } from "./sse.ts";
import type { StreamClock } from "./stream-clock.ts";
import type { WireParser } from "./wire-format.ts";

const largestReply = 128 * 1024 * 1024;
const largestWhole = 32 * 1024 * 1024;
const largestError = 64 * 1024;
const errorBodyMs = 5_000;

function tooLarge(): SkillmintError {
  return new SkillmintError("model-bad-reply", { detail: `reply > ${largestReply}` });
}

type Chunks = AsyncIterator<Uint8Array>;

async function readText(
  chunks: Chunks,
  clock: StreamClock,
  first: Uint8Array[],
  limit: number,
): Promise<string> {
  const read = [...first];
  let size = read.reduce((sum, chunk) => sum + chunk.length, 0);
  while (size < limit) {
    const next = await clock.wait(chunks.next());
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.length;
  }
  return new TextDecoder().decode(Buffer.concat(read).subarray(0, limit));
}

/** The body of an error is worth a few seconds; what came until then, or until it broke, is enough. */
async function readErrorText(chunks: Chunks, clock: StreamClock, response: OpenedStream): Promise<string> {
  const timer = setTimeout(() => response.destroy(), errorBodyMs);
  const read: Uint8Array[] = [];
  try {
    for (let size = 0; size < largestError;) {
      const next = await clock.wait(chunks.next());
      if (next.done === true) break;
      read.push(next.value);
      size += next.value.length;
    }
  } catch (error) {
    if (clock.interruption?.kind === "cancelled") throw error;
  } finally {
    clearTimeout(timer);
  }
  return new TextDecoder().decode(Buffer.concat(read).subarray(0, largestError));
}

/** Gateways are free with content types, so the first character decides what a body is. */
async function sniff(chunks: Chunks, clock: StreamClock): Promise<{ first: Uint8Array[]; lead: string }> {
  const first: Uint8Array[] = [];
  for (;;) {
    const next = await clock.wait(chunks.next());
    if (next.done === true) return { first, lead: "" };
    first.push(next.value);
    const lead = new TextDecoder().decode(Buffer.concat(first), { stream: true }).trimStart().charAt(0);
    if (lead !== "") return { first, lead };
    if (first.length > 1_024) throw tooLarge();
  }
}

async function* readStream(
  parser: WireParser,
  chunks: Chunks,
  clock: StreamClock,
  first: Uint8Array[],
): AsyncGenerator<ModelEvent> {
  const decoder = createSseDecoder();
  let received = 0;
  function* take(events: SseEvent[]): Generator<ModelEvent> {
    for (const event of events) {
      if (parser.done) return;
      const deltas = parser.push(event);
      if (deltas === "idle") continue;
      clock.progress();
      yield* deltas;
    }
  }
  for (const chunk of first) yield* take(decoder.push(chunk));
  while (!parser.done) {
    const next = await clock.wait(chunks.next());
    if (next.done === true) {
      yield* take(decoder.end());
      return;
    }
    received += next.value.length;
    if (received > largestReply) throw tooLarge();
    yield* take(decoder.push(next.value));
  }
}

/**
 * The deltas of a reply, whatever its body turns out to be: a stream of events, one JSON object, an error in either,
 * or something foreign. Throws what the body reports; `parser` holds what had come by then.
 */
export async function* readReply(
  parser: WireParser,
  response: OpenedStream,
  clock: StreamClock,
  failure: FailureContext,
): AsyncGenerator<ModelEvent> {
  const chunks = response.body[Symbol.asyncIterator]();
  if (response.status < 200 || response.status >= 300) {
    const bodyText = await readErrorText(chunks, clock, response);
    throw classifyResponse({ status: response.status, headers: response.headers, bodyText }, failure);
  }
  const { first, lead } = await sniff(chunks, clock);
  const isPage = /html/i.test(response.headers["content-type"] ?? "");
  if (lead === "<" || isPage) {
    throw classifyForeignBody(await readText(chunks, clock, first, largestError), failure);
  }
  if (lead !== "{" && lead !== "[") {
    yield* readStream(parser, chunks, clock, first);
    return;
  }
  const text = await readText(chunks, clock, first, largestWhole);
  const parsed = parseJson(text);
  const body = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!isRecord(body)) throw classifyForeignBody(text, failure);
  const deltas = isErrorBody(body) ? undefined : parser.readWhole(body);
  if (deltas === undefined) throw classifyErrorBody(body, failure);
  yield* deltas;
}
