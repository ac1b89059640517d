import { noUsage, SkillmintError, toSkillmintError, type Usage } from "../protocol/index.ts";
import { readRetryAfter, type FailureContext } from "./failure.ts";
import type { HttpClient, OpenedStream } from "./http.ts";
import type { Model, ModelEvent, ModelLimits, ModelRequest, ReplyPart } from "./model.ts";
import type { WireQuirks } from "./quirks.ts";
import { toJson } from "./read-json.ts";
import { readReply } from "./read-reply.ts";
import { redact } from "./redact.ts";
import { createStreamClock, type StreamClock, type StreamTimeouts } from "./stream-clock.ts";
import type { Wire, WireTarget } from "./wire-format.ts";

export interface WireModelOptions {
  /** `provider/model` */
  id: string;
  /** The provider's name for people. */
  provider: string;
  wire: Wire;
  baseUrl: string;
  /** The model's name at the provider. */
  model: string;
  key?: string;
  headers?: Record<string, string>;
  limits: ModelLimits;
  timeouts: StreamTimeouts;
  quirks: WireQuirks;
  price?: (usage: Usage) => number | undefined;
  http: HttpClient;
  /** See `OpenRequest.connectRetry`. */
  connectRetry?: readonly number[];
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "-";
}

/** Whatever went wrong, as an error of ours that names the provider and holds no secret. */
function toFailure(error: unknown, clock: StreamClock, failure: FailureContext): SkillmintError {
  const { id, provider, model, host, secrets } = failure;
  const params = { id, provider, model, host };
  const stopped = clock.interruption;
  if (stopped?.kind === "cancelled") return new SkillmintError("cancelled");
  if (stopped?.kind === "timeout") {
    return new SkillmintError("model-timeout", {
      params: { ...params, seconds: Math.ceil(stopped.afterMs / 1_000) },
    });
  }
  const isSystem = error instanceof Error && "code" in error && !SkillmintError.is(error);
  const known = isSystem
    ? new SkillmintError("model-stream-broken", { detail: error.message })
    : toSkillmintError(error);
  return new SkillmintError(known.code, {
    params: { ...params, ...known.params },
    retryable: known.retryable,
    ...(known.detail === undefined ? {} : { detail: redact(known.detail, secrets) }),
  });
}

async function* streamReply(
  options: WireModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { wire, key, http, provider, model, id, limits, quirks } = options;
  const secretHeaders = Object.entries(options.headers ?? {}).filter(([name]) =>
    /auth|key|token|secret|cookie/i.test(name),
  );
  const secrets = [...(key === undefined ? [] : [key]), ...secretHeaders.map(([, value]) => value)];
  const failure: FailureContext = { id, provider, model, host: hostOf(options.baseUrl), secrets };
  const target: WireTarget = { id, model, limits, quirks, failure };
  const parser = wire.createParser(target);
  const clock = createStreamClock(options.timeouts, signal);
  let response: OpenedStream | undefined;
  let released = false;

  function priced(): Usage | undefined {
    const { usage } = parser;
    const cost = usage && options.price?.(usage);
    return usage && cost !== undefined ? { ...usage, cost } : usage;
  }
  function failed(error: SkillmintError, content: ReplyPart[], retryAfterMs?: number): ModelEvent {
    const usage = priced();
    return {
      type: "failed",
      error,
      content,
      ...(usage ? { usage } : {}),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  try {
    response = await clock.wait(
      http.open({
        url: wire.url(options.baseUrl),
        headers: {
          "content-type": "application/json",
          accept: "text/event-stream",
          "user-agent": "skillmint",
          ...wire.headers(key),
          ...options.headers,
        },
        body: toJson(wire.buildRequest(request, target)),
        signal: clock.signal,
        provider,
        ...(options.connectRetry ? { connectRetry: options.connectRetry } : {}),
      }),
    );
    try {
      yield* readReply(parser, response, clock, failure);
    } catch (error) {
      // A connection that breaks, or falls silent, behind a complete reply takes nothing from it.
      const isTransport = !SkillmintError.is(error) && clock.interruption?.kind !== "cancelled";
      if (!isTransport || !parser.end()) throw error;
    }
    const reply = parser.end();
    if (!reply) throw new SkillmintError("model-stream-broken");
    released = true;
    void response.release();
    clock.stop();
    if (reply.content.length === 0 && reply.stop === "end") throw new SkillmintError("model-empty-reply");
    yield { type: "finished", ...reply, usage: priced() ?? noUsage };
  } catch (error) {
    const reason = toFailure(error, clock, failure);
    if (!released) response?.destroy();
    clock.stop();
    const wish =
      response && response.status >= 400 ? readRetryAfter(response.headers, Date.now()) : undefined;
    yield failed(reason, parser.partial(), wish);
  } finally {
    if (!released) response?.destroy();
    clock.stop();
  }
}

/** A model behind a wire. It does not try again after an error: `failed` says whether and when that makes sense. */
export function createWireModel(options: WireModelOptions): Model {
  return {
    id: options.id,
    limits: options.limits,
    stream: (request, signal) => streamReply(options, request, signal),
  };
}
