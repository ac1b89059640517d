import type { Model, ModelMessage, ReplyPart, ToolDefinition } from "../model/model.ts";
import {
  createId,
  textOf,
  type AssistantPart,
  type EventDraft,
  type Limits,
  type MessageId,
  type RunId,
  type SessionView,
  type SkillmintError,
  type Usage,
} from "../protocol/index.ts";
import { offersTool } from "../permission/find-rule.ts";
import type { Rules } from "../permission/rules.ts";
import type { ExecuteEnv } from "../tool/execute.ts";
import { leavesTool } from "../tool/restriction.ts";
import { callModel, type Reply, type RetryPolicy } from "./call-model.ts";
import { buildContext } from "./context.ts";
import { contextShare, countChars, fitContext } from "./fit-context.ts";
import { buildSystemPrompt } from "./prompt.ts";
import type { SessionLog } from "./session-log.ts";
import { toEffort } from "./skills/activate-skill.ts";
import { skillWish } from "./skills/active-skills.ts";
import type { SessionSkills } from "./skills/session-skills.ts";

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
  /** The tools of the next request, before rules take some away; none at all is plain chat (`--no-tools`). */
  tools(view: SessionView): Promise<ToolDefinition[]>;
  skills?: Pick<SessionSkills, "prepare">;
  /** What the agent is told of itself instead of our own words. */
  prompt?: string;
  /** What the run may use up, by the settings of now. */
  limits(): Limits;
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

/** The budget that the session's own skill sets for what is kept of a conversation. */
function contextBudget(view: SessionView): number | undefined {
  return Object.values(view.skills).find((skill) => skill.own)?.terms.contextBudget;
}

/** Whether a tool is offered: not where a rule refuses it as a whole, or a skill leaves it out. */
export function isOffered(execute: ExecuteEnv, rules: Rules, name: string): boolean {
  const restrictions = execute.restrictions?.() ?? [];
  return offersTool(rules, name) && restrictions.every((restriction) => leavesTool(restriction, name));
}

async function ask(env: ReplyEnv, model: Model): Promise<Reply> {
  const { log, execute, signal, retry } = env;
  const { view } = log;
  // Both read the session as it is now, whatever comes in while blobs are read.
  const reading = Promise.all([buildContext(view, log, execute.t, model.limits), env.tools(view)]);
  const iteration = view.entries.filter((entry) => entry.kind === "message").length + 1;
  const rules = execute.rules();
  const [context, offered] = await reading;
  const tools = offered.filter(({ name }) => isOffered(execute, rules, name));
  const names = tools.map((tool) => tool.name);
  const { iterations } = env.limits();
  const about = {
    tools: names,
    model: model.id,
    ...(iterations === undefined ? {} : { iterations }),
    ...(env.prompt === undefined ? {} : { prompt: env.prompt }),
  };
  const system = await buildSystemPrompt(view, about, execute.t, log.getText);
  const fixed = Math.ceil((system.length + JSON.stringify(tools).length) / 4);
  const share = Math.floor(model.limits.context * contextShare);
  const budget = Math.min(share, contextBudget(view) ?? share) - fixed;
  const effort = toEffort(skillWish(view, "effort"));
  const messages = await fitContext(context, budget, execute.t);
  return callModel({
    model,
    signal,
    retry,
    request: {
      system,
      messages,
      tools,
      maxOutputTokens: outputLimit(model, messages, fixed),
      ...(effort ? { reasoningEffort: effort } : {}),
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
  await env.skills?.prepare();
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
