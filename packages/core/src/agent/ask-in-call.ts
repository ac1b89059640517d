import { setTimeout as delay } from "node:timers/promises";
import { createId, SkillmintError, type AskId, type CallView } from "../protocol/index.ts";
import type { ExecuteEnv } from "../tool/execute-env.ts";
import type { SessionLog } from "./session-log.ts";

type AskInCall = NonNullable<ExecuteEnv["ask"]>;
type Answers = Awaited<ReturnType<AskInCall>>;

/** How often it is looked whether somebody answered; the log itself is up to date within 250 ms. */
const lookMs = 50;

export interface AskInCallOptions {
  log: SessionLog;
  signal: AbortSignal;
}

/**
 * Asks a person while a call runs. The question is in the log, so any process may answer it; it ends with the call,
 * and a prompt that comes instead of an answer withdraws it. Of one call, one question is open at a time.
 */
export function createAskInCall({ log, signal: runSignal }: AskInCallOptions): AskInCall {
  const { view } = log;
  const last = new Map<string, Promise<unknown>>();

  const isOpen = (askId: AskId): boolean => view.openAsks.some((open) => open.askId === askId);

  /** What cannot be answered any more must not look as if it could. */
  async function withdraw(askId: AskId): Promise<void> {
    try {
      await log.append([{ type: "question.answered", askId, answers: [] }]);
    } catch (error) {
      const isLate = SkillmintError.is(error) && /^ask-(?:answered|not-found)$/.test(error.code);
      if (!isLate) throw error;
      await log.refresh();
    }
  }

  async function askNow(call: CallView, ...[questions, options = {}]: Rest): Promise<Answers> {
    const askId = createId("ask");
    const signal = options.signal ? AbortSignal.any([runSignal, options.signal]) : runSignal;
    if (signal.aborted) return undefined;
    const event = { type: "question.asked" as const, askId, callId: call.callId, questions: [...questions] };
    const [asked] = await log.append([event], { durable: true });
    const until = options.timeoutMs === undefined ? Infinity : Date.now() + options.timeoutMs;
    const wasPrompted = (): boolean =>
      view.entries.some((entry) => entry.kind === "prompt" && entry.seq > (asked?.seq ?? Infinity));
    while (isOpen(askId) && !signal.aborted && Date.now() < until && !wasPrompted())
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    // Where the run itself is over, the result of the call withdraws it.
    if (isOpen(askId) && !runSignal.aborted) await withdraw(askId);
    const answers = isOpen(askId) ? undefined : view.calls[call.callId]?.answers;
    return answers && answers.length > 0 ? answers : undefined;
  }

  return (call, ...rest) => {
    const before = last.get(call.callId) ?? Promise.resolve();
    const mine = before.then(() => askNow(call, ...rest));
    last.set(
      call.callId,
      mine.catch(() => undefined),
    );
    return mine;
  };
}

type Rest = Parameters<AskInCall> extends [CallView, ...infer R] ? R : never;
