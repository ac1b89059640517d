import type { Model, ModelMessage, ReplyPart } from "../model/model.ts";
import {
  createId,
  textOf,
  type AssistantPart,
  type EventDraft,
  type MessageId,
  type RunId,
  type SkillmintError,
  type Usage,
} from "../protocol/index.ts";
import { offersTool } from "../permission/find-rule.ts";
import type { ExecuteEnv } from "../tool/execute.ts";
import { callModel, type Reply, type RetryPolicy } from "./call-model.ts";
import { buildContext } from "./context.ts";
import { contextShare, countChars, fitContext } from "./fit-context.ts";
import { buildSystemPrompt } from "./prompt.ts";
import type { SessionLog } from "./session-log.ts";

export interface ReplyEnv {
  log: SessionLog;
  /** The model the session's settings name now: a prompt may change it while the run works. */
  model(): Promise<Model>;
  execute: ExecuteEnv;
  retry: RetryPolicy;
  signal: AbortSignal;
  /** Name in the tree of agents: `main`, `main/task_1`. */
  agent: string;
  runId: RunId;
  /** Whether tools are offered at all (`--no-tools`: plain chat). */
  offerTools: boolean;
}

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

/** The model's own maximum, less where a long conversation leaves no room for it: providers refuse the sum. */
function outputLimit({ limits }: Model, messages: readonly ModelMessage[], fixed: number): number {
  const read = Math.min(fixed + Math.ceil(countChars(messages) / 2), limits.context * contextShare);
  return Math.min(limits.output, Math.max(1_024, Math.floor(limits.context - read)));
}

async function ask(env: ReplyEnv, model: Model): Promise<Reply> {
  const { log, execute, signal, retry } = env;
  const { view } = log;
  const context = buildContext(view, log, execute.t);
  const iteration = view.entries.filter((entry) => entry.kind === "message").length + 1;
  const rules = execute.rules();
  const tools = env.offerTools
    ? execute.registry.definitions().filter(({ name }) => offersTool(rules, name))
    : [];
  const names = tools.map((tool) => tool.name);
  const system = buildSystemPrompt(view, names, execute.t);
  const fixed = Math.ceil((system.length + JSON.stringify(tools).length) / 4);
  const budget = Math.floor(model.limits.context * contextShare) - fixed;
  const messages = await fitContext(await context, budget, execute.t);
  return callModel({
    model,
    signal,
    retry,
    request: {
      system,
      messages,
      tools,
      maxOutputTokens: outputLimit(model, messages, fixed),
      place: { agent: env.agent, iteration },
    },
    emit: log.emit,
    onBroken: (broken) => failMessage(env, broken.messageId, { ...broken, model: model.id }, true),
  });
}

/**
 * Step 3 of the loop: fits the context, streams the model, appends its message and calls in one transaction.
 * Returns the error when the model could not answer; nothing after an abort.
 */
export async function takeReply(env: ReplyEnv): Promise<SkillmintError | undefined> {
  const { log, signal } = env;
  const model = await env.model();
  const readTo = log.view.seq;
  const reply = await ask(env, model);
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
