import type { Model, ModelMessage } from "../model/model.ts";
import { textOf, type CallView, type Limits, type Usage } from "../protocol/index.ts";
import { ToolFailure, type ToolSample, type ToolSampled } from "../tool/define-tool.ts";
import type { ExecuteEnv } from "../tool/execute-env.ts";
import { callModel, type RetryPolicy } from "./call-model.ts";
import { reachedLimit } from "./reached-limit.ts";
import type { SessionLog } from "./session-log.ts";

export interface SampleEnv {
  log: SessionLog;
  model(name?: string): Promise<Model>;
  retry: RetryPolicy;
  limits(): Limits;
  /** The place in the tree of agents. */
  agent: string;
  t: ExecuteEnv["t"];
}

function toMessages({ messages }: ToolSample, model: Model): ModelMessage[] {
  return messages.map(({ role, content }) =>
    role === "user"
      ? { role, content: content.filter((part) => part.type === "text" || model.limits.images) }
      : { role, model: model.id, content: content.filter((part) => part.type === "text") },
  );
}

/**
 * Lets a call have something written by the session's model, or by one that it names. It is no part of the conversation; what it uses up is the
 * run's, and where the run has nothing left it is refused. Expected failures are `ToolFailure`.
 */
export function createSampler(env: SampleEnv): NonNullable<ExecuteEnv["sample"]> {
  const { log, t } = env;
  let count = 0;

  async function note({ callId }: CallView, model: Model, usage: Usage | undefined): Promise<void> {
    if (usage) await log.append([{ type: "sample.completed", callId, model: model.id, usage }]);
  }

  return async (call: CallView, request: ToolSample, signal: AbortSignal): Promise<ToolSampled> => {
    const { iterations: _, ...budget } = env.limits();
    if (reachedLimit(log.view, budget)) throw new ToolFailure(t("tool.sampleLimit"));
    const model = await env.model(request.model);
    count += 1;
    const iteration = log.view.entries.filter((entry) => entry.kind === "message").length;
    const reply = await callModel({
      model,
      signal,
      retry: env.retry,
      request: {
        system: request.system ?? "",
        messages: toMessages(request, model),
        tools: [],
        maxOutputTokens: Math.min(request.maxTokens, model.limits.output),
        place: { agent: `${env.agent}/sample_${count}`, iteration },
      },
      // What the model writes here is no answer to anybody.
      emit: (event) => {
        if (event.type === "model.retrying") log.emit(event);
      },
      onBroken: ({ usage }) => note(call, model, usage),
    });
    await note(call, model, reply.ok ? reply.finished.usage : reply.failed.usage);
    if (!reply.ok) throw new ToolFailure(t("tool.sampleFailed", { problem: reply.failed.error.message }));
    const { content, stop } = reply.finished;
    return { model: model.id, text: textOf(content), stop: stop === "length" ? "length" : "end" };
  };
}
