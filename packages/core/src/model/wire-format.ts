import type { StopReason, Usage } from "../protocol/index.ts";
import type { FailureContext } from "./failure.ts";
import type { ModelEvent, ModelLimits, ModelRequest, ReplyPart } from "./model.ts";
import type { WireQuirks } from "./quirks.ts";
import type { JsonRecord } from "./read-json.ts";
import type { SseEvent } from "./sse.ts";

/** What a wire knows about the model it speaks to. */
export interface WireTarget {
  /** `provider/model`: what this model wrote carries this name. */
  id: string;
  /** The name that is sent. */
  model: string;
  limits: ModelLimits;
  quirks: WireQuirks;
  failure: FailureContext;
}

/**
 * Reads one reply. `push` and `readWhole` throw a `SkillmintError` where the provider reports an error or the
 * stream contradicts itself. `usage` is what the provider counted so far, without a cost.
 */
export interface WireParser {
  /** The deltas of one event; `idle` for one that says nothing (a ping, an empty delta). */
  push(event: SseEvent): ModelEvent[] | "idle";
  /** The deltas of a reply that came as one object instead of a stream; `undefined` if it is no reply. */
  readWhole(body: JsonRecord): ModelEvent[] | undefined;
  /** The end marker has come: nothing after it is read. */
  readonly done: boolean;
  /** The whole reply, `undefined` where the stream ended before it did. */
  end(): { content: ReplyPart[]; stop: StopReason } | undefined;
  /** What had arrived when the stream broke; no call that was not complete passes as one. */
  partial(): ReplyPart[];
  readonly usage: Usage | undefined;
}

/** One format of requests and replies. Every wire is these four functions, in files of the same names. */
export interface Wire {
  url(baseUrl: string): string;
  headers(key: string | undefined): Record<string, string>;
  buildRequest(request: ModelRequest, target: WireTarget): JsonRecord;
  createParser(target: WireTarget): WireParser;
}
