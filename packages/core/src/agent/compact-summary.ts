import type { Model } from "../model/model.ts";
import {
  createId,
  cutText,
  SkillmintError,
  textOf,
  unspill,
  type RunId,
  type Usage,
} from "../protocol/index.ts";
import { callModel, type RetryPolicy } from "./call-model.ts";
import { tellUnits } from "./compact-transcript.ts";
import { toUnits } from "./context.ts";
import type { RequestEnv } from "./context-request.ts";
import type { SessionHooks } from "./hooks/session-hooks.ts";

export interface SummaryEnv extends RequestEnv {
  retry: RetryPolicy;
  signal: AbortSignal;
  runId: RunId;
  hooks?: Pick<SessionHooks, "run">;
}

export interface SummaryWish {
  keptFrom: number;
  /** How many tokens the request may take. */
  room: number;
  /** Who wants it: a person, or nobody but us. */
  trigger: "manual" | "auto";
  /** What a person wants to be kept in mind. */
  words?: string;
}

/** A model that thinks before it writes needs more than the text takes. */
const summaryShare = 0.15;
const maxSummaryTokens = 8_192;
const maxSummaryChars = 16_000;

/** Everything that no summary holds yet, what was left out without one included, up to where it is cut. */
async function tellHead(
  { log, execute, meter }: SummaryEnv,
  wish: SummaryWish,
  tokens: number,
): Promise<string> {
  const { view } = log;
  const { t } = execute;
  const { start, contextFrom } = view;
  const from = start?.summarizedTo ?? contextFrom;
  const entries = view.entries.filter((entry) => entry.seq >= from && entry.seq < wish.keptFrom);
  const calls = { ...view.calls };
  const before =
    start?.summary === undefined
      ? []
      : [
          t("context.summaryBefore", {
            summary: await unspill(start.summary, start.blobs, "summary", log.getText),
          }),
        ];
  const units = await toUnits(calls, entries, log, t, { images: false });
  return [...before, await tellUnits(units, tokens, meter, t)].join("\n\n");
}

async function writeFailure(
  env: SummaryEnv,
  model: Model,
  error: SkillmintError,
  usage: Usage | undefined,
): Promise<void> {
  await env.log.append([
    {
      type: "message.failed",
      messageId: createId("msg"),
      runId: env.runId,
      text: "",
      model: model.id,
      error: error.toProblem(),
      ...(usage ? { usage } : {}),
      willRetry: true,
    },
  ]);
}

export type Summary = { text: string; usage: Usage } | { error: SkillmintError } | { denied: string };

/** What hooks say to it, and what they and the person want to be kept in mind. */
async function askHooks(
  { hooks, execute }: SummaryEnv,
  { trigger, words = "" }: SummaryWish,
): Promise<{ denied?: string; words: string[] }> {
  const payload = { trigger, custom_instructions: words };
  const { deny, stop, context } = (await hooks?.run("PreCompact", payload, trigger)) ?? {};
  const denied = deny ?? stop;
  const wishes = [words, ...(context ?? [])].filter((text) => text.trim() !== "");
  return {
    ...(denied === undefined ? {} : { denied }),
    words: wishes.map((text) => execute.t("context.summaryWish", { words: text })),
  };
}

/**
 * Asks the model for a summary of what is to leave the context: a request of its own, without tools. What went wrong
 * is in the log when it returns, unless the run was stopped; a refusal and an empty answer went wrong. A hook may
 * be against it.
 */
export async function summarize(env: SummaryEnv, model: Model, wish: SummaryWish): Promise<Summary> {
  const { log, execute, signal, retry } = env;
  const { t } = execute;
  const { denied, words } = await askHooks(env, wish);
  if (denied !== undefined) return { denied };
  const tokens = Math.min(
    maxSummaryTokens,
    model.limits.output,
    Math.max(1_024, Math.floor(model.limits.context * summaryShare)),
  );
  const conversation = await tellHead(env, wish, Math.max(1_000, wish.room - tokens));
  const request = t("context.summaryRequest", { conversation, words: Math.floor(tokens / 4) });
  const iteration = log.view.entries.filter((entry) => entry.kind === "message").length + 1;
  const reply = await callModel({
    model,
    signal,
    retry,
    request: {
      system: t("context.summarySystem"),
      messages: [
        { role: "user", content: [request, ...words].map((text) => ({ type: "text" as const, text })) },
      ],
      tools: [],
      maxOutputTokens: tokens,
      place: { agent: `${env.agent}/summary`, iteration },
    },
    // What the model writes here is no answer to anybody.
    emit: (event) => {
      if (event.type === "model.retrying") log.emit(event);
    },
    onBroken: (broken) => writeFailure(env, model, broken.error, broken.usage),
  });
  if (!reply.ok) {
    const { error, usage } = reply.failed;
    if (!signal.aborted || usage) await writeFailure(env, model, error, usage);
    return { error };
  }
  const { content, stop, usage } = reply.finished;
  const text = textOf(content).trim();
  if (text !== "" && stop !== "refusal" && stop !== "filter")
    return { text: cutText(text, maxSummaryChars), usage };
  const code =
    stop === "refusal" ? "model-refused" : stop === "filter" ? "model-filtered" : "model-empty-reply";
  const error = new SkillmintError(code, { params: { provider: model.id } });
  await writeFailure(env, model, error, usage);
  return { error };
}
