import type { ReplyPart } from "../model/model.ts";
import {
  createId,
  textOf,
  type AssistantPart,
  type EventDraft,
  type MessageId,
  type SkillmintError,
  type Usage,
} from "../protocol/index.ts";
import { callModel, type Reply } from "./call-model.ts";
import { toModelRequest, type ContextRequest } from "./context-request.ts";
import { fitContext, prepareContext, type FitEnv } from "./fit-context.ts";

export type ReplyEnv = FitEnv;

async function storeParts(env: ReplyEnv, messageId: MessageId, reply: readonly ReplyPart[]) {
  const content: AssistantPart[] = [];
  const calls: EventDraft<"tool.called">[] = [];
  for (const part of reply) {
    if (part.type === "image") {
      content.push({ type: "image", mediaType: part.mediaType, blob: await env.log.putBlob(part.data) });
    } else if (part.type === "call") {
      const callId = createId("call");
      content.push({ type: "call", callId, ...(part.opaque ? { opaque: part.opaque } : {}) });
      const defect =
        part.defect &&
        (part.defect.kind === "cut" ? "cut" : `${part.defect.kind}: ${part.defect.raw.slice(0, 200)}`);
      calls.push({
        type: "tool.called",
        callId,
        messageId,
        name: part.name,
        input: part.input,
        ...(defect ? { defect } : {}),
      });
    } else {
      content.push(part);
    }
  }
  return { content, calls };
}

interface Broken {
  model: string;
  text: string;
  error: SkillmintError;
  usage?: Usage;
}

async function failMessage(
  env: ReplyEnv,
  messageId: MessageId,
  broken: Broken,
  willRetry: boolean,
): Promise<void> {
  await env.log.append([
    {
      type: "message.failed",
      messageId,
      runId: env.runId,
      text: broken.text,
      model: broken.model,
      error: broken.error.toProblem(),
      ...(broken.usage ? { usage: broken.usage } : {}),
      willRetry,
    },
  ]);
}

function ask(env: ReplyEnv, request: ContextRequest): Promise<Reply> {
  const { log, signal, retry } = env;
  const { model } = request;
  return callModel({
    model,
    signal,
    retry,
    request: toModelRequest(log.view, request),
    emit: log.emit,
    onBroken: (broken) => failMessage(env, broken.messageId, { ...broken, model: model.id }, true),
  });
}

/** Asks, and where the provider finds the request too long, makes it shorter and asks once more. */
async function askFitting(env: ReplyEnv): Promise<{ request: ContextRequest; reply: Reply }> {
  const { request } = await fitContext(env);
  const reply = await ask(env, request);
  if (reply.ok || reply.failed.error.code !== "context-overflow" || env.signal.aborted)
    return { request, reply };
  const shorter = await fitContext(env, request);
  if (!shorter.isChanged || env.signal.aborted) return { request, reply };
  const { error } = reply.failed;
  await failMessage(env, reply.messageId, { model: request.model.id, text: reply.text, error }, true);
  return { request: shorter.request, reply: await ask(env, shorter.request) };
}

/**
 * Step 3 of the loop: fits the context, streams the model, appends its message and calls in one transaction.
 * Returns the error when the model could not answer; nothing after an abort.
 */
export async function takeReply(env: ReplyEnv): Promise<SkillmintError | undefined> {
  const { log, signal } = env;
  await prepareContext(env);
  const { request, reply } = await askFitting(env);
  const { model, readTo } = request;
  const { messageId } = reply;
  if (!reply.ok) {
    const { error, usage } = reply.failed;
    const broken = { model: model.id, text: reply.text, error, ...(usage ? { usage } : {}) };
    if (!signal.aborted || reply.text !== "" || usage) await failMessage(env, messageId, broken, false);
    return signal.aborted ? undefined : error;
  }
  const { finished } = reply;
  const { content, calls } = await storeParts(env, messageId, finished.content);
  await log.append([
    {
      type: "message.completed",
      messageId,
      runId: env.runId,
      role: "assistant",
      text: textOf(content),
      content,
      model: model.id,
      stop: calls.length > 0 && finished.stop === "end" ? "calls" : finished.stop,
      usage: finished.usage,
      readTo,
    },
    ...calls,
  ]);
  return undefined;
}
