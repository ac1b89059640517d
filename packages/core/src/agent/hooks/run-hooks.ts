import { randomUUID } from "node:crypto";
import type { Diagnostic, Translate } from "../../protocol/index.ts";
import { compileMatcher } from "../../environment/hook-matcher.ts";
import type { Hook, HookEvent } from "../../environment/hook.ts";
import { childEnvironment, type Environment } from "../../workspace/child-environment.ts";
import { runHook, type HookRequest, type HookResult } from "../../workspace/run-hook.ts";
import type { Sandbox } from "../../workspace/sandbox/sandbox.ts";
import { readOutcome, type HookOutcome, type ReadOutcome } from "./read-outcome.ts";

/** What happens, as the commands read it on their standard input. */
export interface HookMoment {
  event: HookEvent;
  /** What matchers look at: a tool, how a session started. Absent: all hooks of the event are meant. */
  subject?: string;
  payload: Readonly<Record<string, unknown>>;
}

export interface RunHooksEnv {
  folder: string;
  /** The environment that commands inherit, secrets still in it. */
  environment: Environment;
  sandbox?: Sandbox;
  signal: AbortSignal;
  t: Translate;
  /** What a person is to know: nothing of it stops anything. */
  tell(diagnostic: Diagnostic): void;
  /** Why a hook must not run; `undefined` where it may. */
  forbid(hook: Hook): Promise<string | undefined>;
  /** What runs a command; absent: this machine. */
  execute?: ((request: HookRequest) => Promise<HookResult>) | undefined;
}

const parallelHooks = 4;

/** The hooks that are about this, each command once. */
export function selectHooks(hooks: readonly Hook[], { event, subject }: HookMoment): Hook[] {
  const names = event === "PreToolUse" || event === "PostToolUse";
  const isMeant = ({ matcher }: Hook): boolean =>
    subject === undefined || compileMatcher(matcher, { names })?.(subject) === true;
  const commands = new Set<string>();
  return hooks.filter((hook) => {
    if (hook.event !== event || commands.has(hook.command) || !isMeant(hook)) return false;
    commands.add(hook.command);
    return true;
  });
}

async function runOne(env: RunHooksEnv, hook: Hook, input: string): Promise<ReadOutcome> {
  const { t, signal, folder } = env;
  const { command } = hook;
  try {
    const reason = await env.forbid(hook);
    if (reason !== undefined) return { tell: [t("hooks.forbidden", { reason, command })] };
    const result = await (env.execute ?? runHook)({
      command,
      folder,
      env: {
        ...childEnvironment(env.environment),
        CLAUDE_PROJECT_DIR: folder,
        SKILLMINT_PROJECT_DIR: folder,
        ...hook.variables,
      },
      input,
      id: `hook_${randomUUID()}`,
      timeoutMs: hook.timeoutMs,
      signal,
      ...(env.sandbox ? { sandbox: env.sandbox } : {}),
    });
    return readOutcome(hook.event, result, hook, t);
  } catch (error) {
    // Whatever keeps a hook from running keeps nothing else from it.
    if (signal.aborted) return { tell: [] };
    const problem = error instanceof Error ? error.message : String(error);
    return { tell: [t("hooks.notRun", { command, problem })] };
  }
}

function joinTexts(outcomes: readonly ReadOutcome[], key: "deny" | "ask" | "stop"): HookOutcome {
  const texts = [...new Set(outcomes.flatMap((outcome) => outcome[key] ?? []))];
  return texts.length === 0 ? {} : { [key]: texts.join("\n\n") };
}

/**
 * Runs hooks side by side and joins what they say, in their order; of several changes of a call the last one holds.
 * Never fails: what goes wrong is told.
 */
export async function runHooks(
  env: RunHooksEnv,
  hooks: readonly Hook[],
  { event, payload }: HookMoment,
): Promise<HookOutcome> {
  const input = JSON.stringify({ ...payload, hook_event_name: event });
  const outcomes: ReadOutcome[] = [];
  const queue = [...hooks.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, hook] = next;
      const outcome = await runOne(env, hook, input);
      outcomes[index] = outcome;
      for (const message of outcome.tell)
        env.tell({ path: hook.source, severity: "warning", code: "hook", message });
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallelHooks, hooks.length) }, worker));
  const context = outcomes.flatMap((outcome) => outcome.context ?? []);
  const changed = outcomes.findLast((outcome) => outcome.input !== undefined)?.input;
  return {
    ...joinTexts(outcomes, "deny"),
    ...joinTexts(outcomes, "ask"),
    ...joinTexts(outcomes, "stop"),
    ...(context.length > 0 ? { context } : {}),
    ...(changed ? { input: changed } : {}),
  };
}
