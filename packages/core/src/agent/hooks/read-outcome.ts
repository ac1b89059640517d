import { cutText, type Translate } from "../../protocol/index.ts";
import type { HookEvent } from "../../environment/hook.ts";
import { maxHookBytes, type HookResult } from "../../workspace/run-hook.ts";

/** What hooks say at one moment. Nothing in it: they have nothing against it. */
export interface HookOutcome {
  /** Why it must not happen; at a `Stop`, why it must go on. */
  deny?: string;
  /** Why a person has to be asked. */
  ask?: string;
  /** What the model is to know, one text of each hook. */
  context?: string[];
  /** What a call is to be made with instead. */
  input?: Record<string, unknown>;
  /** Why the whole run is to end. */
  stop?: string;
}

/** What one hook said, and what the person is to know of it. */
export interface ReadOutcome extends HookOutcome {
  tell: string[];
}

const maxContextChars = 10_000;
const maxReasonChars = 4_000;
const shownChars = 500;

/** Whose plain output the model reads. */
const talkative: ReadonlySet<HookEvent> = new Set<HookEvent>(["UserPromptSubmit", "SessionStart"]);

/** Without what would steer a terminal. */
function clean(text: string, max: number): string {
  return cutText(text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "").trim(), max);
}

function textAt(value: Readonly<Record<string, unknown>>, key: string, max: number): string | undefined {
  const text = value[key];
  return typeof text === "string" && text.trim() !== "" ? clean(text, max) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** What it says in JSON. That it allows something says nothing: rules and mode alone do. */
function readAnswer(
  event: HookEvent,
  answer: Readonly<Record<string, unknown>>,
  command: string,
  t: Translate,
): ReadOutcome {
  const specific = asObject(answer["hookSpecificOutput"]);
  const reason = textAt(answer, "reason", maxReasonChars);
  const wanted = textAt(specific, "permissionDecisionReason", maxReasonChars) ?? reason;
  const decision = event === "PreToolUse" ? specific["permissionDecision"] : undefined;
  const outcome: ReadOutcome = { tell: [] };
  if (answer["decision"] === "block") outcome.deny = reason ?? t("hooks.noReason");
  if (decision === "deny") outcome.deny = wanted ?? t("hooks.noReason");
  if (decision === "ask") outcome.ask = wanted ?? t("hooks.noReason");
  const context = textAt(specific, "additionalContext", maxContextChars);
  if (context !== undefined) outcome.context = [context];
  if (answer["continue"] === false)
    outcome.stop = textAt(answer, "stopReason", maxReasonChars) ?? reason ?? t("hooks.noReason");
  const message = textAt(answer, "systemMessage", maxReasonChars);
  if (message !== undefined) outcome.tell.push(t("hooks.says", { text: message }));
  const { updatedInput } = specific;
  if (updatedInput === undefined) return outcome;
  const isInput = event === "PreToolUse" && isObject(updatedInput);
  if (isInput) outcome.input = updatedInput;
  else outcome.tell.push(t("hooks.noChange", { command }));
  return outcome;
}

function readOutput(event: HookEvent, stdout: string, command: string, t: Translate): ReadOutcome {
  const text = stdout.trim();
  if (text.startsWith("{")) {
    const answer = parseObject(text);
    return answer ? readAnswer(event, answer, command, t) : { tell: [t("hooks.badJson", { command })] };
  }
  return text !== "" && talkative.has(event)
    ? { context: [clean(text, maxContextChars)], tell: [] }
    : { tell: [] };
}

/** What a hook said by how it ended and what it printed: 0 is an answer, 2 blocks, everything else stops nothing. */
export function readOutcome(
  event: HookEvent,
  result: HookResult,
  hook: { command: string; timeoutMs: number },
  t: Translate,
): ReadOutcome {
  const { exitCode, stderr, stopped } = result;
  const command = clean(hook.command, shownChars);
  const seconds = hook.timeoutMs / 1_000;
  if (stopped === "abort") return { tell: [] };
  if (stopped === "timeout") return { tell: [t("hooks.timedOut", { seconds, command })] };
  if (stopped === "output-limit")
    return { tell: [t("hooks.flooded", { limit: maxHookBytes / 1024, command })] };
  const said = clean(stderr, maxReasonChars);
  if (exitCode === 0) return readOutput(event, result.stdout, command, t);
  if (exitCode === 2) {
    const reason = said === "" ? t("hooks.noReason") : said;
    return event === "SessionStart"
      ? { tell: [t("hooks.says", { text: reason })] }
      : { deny: reason, tell: [] };
  }
  const output = said === "" ? "" : ` (${cutText(said, shownChars)})`;
  return {
    tell: [
      exitCode === null
        ? t("hooks.killed", { command, output })
        : t("hooks.failed", { code: exitCode, command, output }),
    ],
  };
}
