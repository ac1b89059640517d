import { setTimeout as sleep } from "node:timers/promises";
import type {
  Model,
  ModelEvent,
  ModelLimits,
  ModelMessage,
  ModelRequest,
  ReplyCall,
  ReplyPart,
} from "../model/model.ts";
import { SkillmintError, textOf, toSkillmintError } from "../protocol/index.ts";
import { normalRequest } from "./normal-request.ts";
import { parseObject } from "./read-json.ts";
import { argumentsOf, piecesOf, replyOf, type Reply } from "./reply.ts";
import {
  chooseTurn,
  type NormalMessage,
  type NormalRequest,
  type Script,
  type ScriptOptions,
} from "./script.ts";

export interface InProcessModelOptions extends ScriptOptions {
  /** Default: `scripted/scripted`. */
  id?: string;
  limits?: ModelLimits;
}

/**
 * A script as a model of this process: no server, no port, no wire. Faults are matters of the wire and are left out;
 * for those there is `startScriptedModel`.
 */
export function createInProcessModel(script: Script, options: InProcessModelOptions = {}): Model {
  let arrived = 0;
  return {
    id: options.id ?? "scripted/scripted",
    limits: options.limits ?? { context: 128_000, output: 8_192, images: true },
    async *stream(request, signal) {
      try {
        const normal = normalise(request);
        const turn = await chooseTurn(script, normal, arrived++, options);
        if (turn.delayMs !== undefined) await sleep(turn.delayMs, undefined, { signal });
        signal.throwIfAborted();
        const { fault: _ignored, ...served } = turn;
        yield* events(replyOf(served, JSON.stringify([request.system, normal.messages]).length), signal);
      } catch (cause) {
        const error = signal.aborted ? new SkillmintError("cancelled", { cause }) : toSkillmintError(cause);
        yield { type: "failed", error, content: [] };
      }
    },
  };
}

function* events(reply: Reply, signal: AbortSignal): Generator<ModelEvent> {
  const content: ReplyPart[] = [];
  let calls = 0;
  for (const part of reply.parts) {
    const type = "text" in part ? "text" : "reasoning" in part ? "reasoning" : "call";
    const whole = "text" in part ? part.text : "reasoning" in part ? part.reasoning : argumentsOf(part.call);
    const index = calls;
    for (const delta of piecesOf(whole, reply.chunk)) {
      signal.throwIfAborted();
      yield type === "call"
        ? { type, index, name: "call" in part ? part.call.name : "", delta }
        : { type, delta };
    }
    if ("call" in part) {
      calls++;
      content.push(callOf(part.call.name, whole));
    } else if (whole !== "") content.push({ type: type === "text" ? "text" : "reasoning", text: whole });
  }
  const { input, output, cacheRead, cacheWrite, reasoning } = reply.usage;
  const usage = { input, output, cacheRead, cacheWrite, reasoning };
  yield { type: "finished", content, stop: reply.stop, usage };
}

function callOf(name: string, raw: string): ReplyCall {
  const input = parseObject(raw);
  return input
    ? { type: "call", name, input }
    : { type: "call", name, input: {}, defect: { kind: "invalid-json", raw } };
}

function normalise(request: ModelRequest): NormalRequest {
  return normalRequest({
    wire: "none",
    model: "scripted",
    system: request.system,
    messages: request.messages.map(normalMessage),
    tools: request.tools.map((tool) => tool.name),
    headers: {},
    body: request,
  });
}

function normalMessage(message: ModelMessage): NormalMessage {
  const text = textOf(message.content);
  if (message.role === "user") {
    return { role: "user", text, images: message.content.filter((part) => part.type === "image").length };
  }
  if (message.role === "tool") {
    return { role: "tool", id: message.callId, name: message.name, text, isError: message.isError };
  }
  const reasoning = message.content.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  const calls = message.content.flatMap((part) =>
    part.type === "call" ? [{ id: part.callId, name: part.name, input: part.input }] : [],
  );
  return { role: "assistant", text, reasoning, calls };
}
