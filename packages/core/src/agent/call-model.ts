import { setTimeout as sleep } from "node:timers/promises";
import type { Model, ModelEvent, ModelRequest } from "../model/model.ts";
import {
  createId,
  SkillmintError,
  textOf,
  type LiveDraft,
  type MessageId,
  type Usage,
} from "../protocol/index.ts";

export interface RetryPolicy {
  /** How often a failed request is sent again. */
  times: number;
  baseMs: number;
  /** No single wait is longer; a provider that wants a longer one has failed. */
  maxMs: number;
}

export const defaultRetry: RetryPolicy = { times: 4, baseMs: 1_000, maxMs: 60_000 };

type Finished = Extract<ModelEvent, { type: "finished" }>;
type Failed = Extract<ModelEvent, { type: "failed" }>;

export type Reply = { messageId: MessageId } & (
  | { ok: true; finished: Finished }
  | { ok: false; failed: Failed; text: string }
);

/** A try that showed something and then failed: what was shown is void and goes into the log as such. */
export interface BrokenTry {
  messageId: MessageId;
  text: string;
  error: SkillmintError;
  usage?: Usage;
}

export interface CallModelOptions {
  model: Model;
  request: ModelRequest;
  signal: AbortSignal;
  retry: RetryPolicy;
  emit(event: LiveDraft): void;
  onBroken(broken: BrokenTry): Promise<void>;
}

interface Tried {
  outcome: Finished | Failed;
  shown: boolean;
}

/** One request: deltas are passed on as live events, the end is returned. */
async function tryOnce(options: CallModelOptions, messageId: MessageId): Promise<Tried> {
  const { model, request, signal, emit } = options;
  const offsets = { text: 0, reasoning: 0 };
  const callOffsets = new Map<number, number>();
  let shown = false;
  for await (const event of model.stream(request, signal)) {
    if (event.type === "finished" || event.type === "failed") return { outcome: event, shown };
    shown = true;
    if (event.type === "call") {
      const offset = callOffsets.get(event.index) ?? 0;
      emit({
        type: "call.delta",
        messageId,
        index: event.index,
        name: event.name,
        offset,
        text: event.delta,
      });
      callOffsets.set(event.index, offset + event.delta.length);
    } else {
      const offset = offsets[event.type];
      emit({
        type: event.type === "text" ? "text.delta" : "reasoning.delta",
        messageId,
        offset,
        text: event.delta,
      });
      offsets[event.type] += event.delta.length;
    }
  }
  const error = new SkillmintError("model-stream-broken", { params: { provider: model.id } });
  return { outcome: { type: "failed", error, content: [] }, shown };
}

/** A reply that says nothing and calls nothing is a failure: there is nothing to go on from. */
function refuseEmpty(model: Model, outcome: Finished | Failed): Finished | Failed {
  if (outcome.type === "failed" || outcome.content.length > 0) return outcome;
  if (outcome.stop === "refusal" || outcome.stop === "filter" || outcome.stop === "length") return outcome;
  const error = new SkillmintError("model-empty-reply", { params: { provider: model.id } });
  return { type: "failed", error, content: [], usage: outcome.usage };
}

function waitFor(policy: RetryPolicy, attempt: number, wishedMs: number | undefined): number | undefined {
  if (wishedMs !== undefined) return wishedMs <= policy.maxMs ? wishedMs : undefined;
  const backoff = Math.min(policy.maxMs, policy.baseMs * 2 ** attempt);
  return Math.round(backoff * (0.75 + Math.random() / 2));
}

/**
 * Asks the model until it answers or has failed for good. A failure is tried again only where that can help,
 * and never after `signal` aborted; tools have not run yet, so nothing happens twice.
 */
export async function callModel(options: CallModelOptions): Promise<Reply> {
  const { model, signal, retry, emit } = options;
  for (let attempt = 0; ; attempt++) {
    const messageId = createId("msg");
    const tried = await tryOnce(options, messageId);
    const outcome = refuseEmpty(model, tried.outcome);
    if (outcome.type === "finished") return { messageId, ok: true, finished: outcome };
    const text = textOf(outcome.content);
    const delayMs = waitFor(retry, attempt, outcome.retryAfterMs);
    if (signal.aborted || !outcome.error.retryable || attempt >= retry.times || delayMs === undefined) {
      return { messageId, ok: false, failed: outcome, text };
    }
    if (tried.shown) {
      const { error, usage } = outcome;
      await options.onBroken({ messageId, text, error, ...(usage ? { usage } : {}) });
    }
    emit({
      type: "model.retrying",
      messageId,
      attempt: attempt + 1,
      delayMs,
      error: outcome.error.toProblem(),
    });
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { messageId, ok: false, failed: outcome, text };
  }
}
