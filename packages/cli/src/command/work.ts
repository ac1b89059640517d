import type { Readiness, RunOptions, RunResult, Runtime } from "@skillmint/core";
import { SkillmintError, type SessionEvent, type SessionId } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { createJsonRenderer } from "../render/json-renderer.ts";
import { createPlainRenderer } from "../render/plain-renderer.ts";
import type { Renderer } from "../render/renderer.ts";
import { createRunAsks } from "./ask-in-run.ts";
import { askPerson } from "./ask-person.ts";
import { showOutcome } from "./show-outcome.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

export function createRenderer(context: CliContext): Renderer {
  return context.json ? createJsonRenderer(context.stdout, context.stderr) : createPlainRenderer(context);
}

/** Somebody sits there who can be asked. */
function isInteractive(context: CliContext): boolean {
  return !context.json && context.stdinIsTty && context.stderr.isTTY === true;
}

/** Somebody else may be at work: they read what was said here too, so it is enough to watch them until they stop. */
async function runOrFollow(
  context: CliContext,
  renderer: Renderer,
  sessionId: SessionId,
  options: RunOptions,
): Promise<RunResult> {
  const runtime = await context.runtime();
  for (;;) {
    try {
      return await runtime.run(sessionId, options);
    } catch (error) {
      if (!SkillmintError.is(error) || error.code !== "session-busy") throw error;
      if (!context.quiet) renderer.say(context.t("cli.following", { id: sessionId }));
    }
    const result = await runtime.follow(sessionId, options);
    const unread = result.reason === "cancelled" && !context.signal.aborted;
    if (!unread) return result;
  }
}

/** The same again, after an answer, is no news. */
function tellOnce(context: CliContext, renderer: Renderer): NonNullable<RunOptions["onDiagnostic"]> {
  const told = new Set<string>();
  return (diagnostic) => {
    const text = wordDiagnostic(diagnostic);
    if (context.quiet || told.has(text)) return;
    told.add(text);
    renderer.say(text);
  };
}

/** How readily a run is learnt from; nothing more is loaded where it is not. */
async function readReadiness(runtime: Runtime): Promise<Readiness | undefined> {
  try {
    return await runtime.readiness();
  } catch (error) {
    // Settings that were broken while the run worked change nothing about how it ended.
    if (SkillmintError.is(error)) return undefined;
    throw error;
  }
}

/** Works on a session until it ends, asking a person where there is one; returns the exit code. */
export async function work(
  context: CliContext,
  renderer: Renderer,
  sessionId: SessionId,
  start: { continued?: boolean } = {},
): Promise<number> {
  const runtime = await context.runtime();
  const onDiagnostic = tellOnce(context, renderer);
  const { signal } = context;
  const workOnce = async (more: { continued?: boolean } = {}): Promise<RunResult> => {
    const asks = createRunAsks({
      context,
      renderer,
      runtime,
      sessionId,
      isInteractive: isInteractive(context),
    });
    const onEvent = (event: SessionEvent): void => {
      renderer.event(event);
      asks.see(event);
    };
    try {
      return await runOrFollow(context, renderer, sessionId, { signal, onEvent, onDiagnostic, ...more });
    } finally {
      await asks.end();
    }
  };
  let result = await workOnce(start);
  while (result.reason === "waiting" && isInteractive(context)) {
    if (!(await askPerson(context, renderer, runtime, result))) break;
    result = await workOnce();
  }
  renderer.end();
  const code = showOutcome(context, renderer, result);
  const readiness = result.reason === "done" ? await readReadiness(runtime) : undefined;
  if (readiness !== undefined)
    await (await import("./learn-from-run.ts")).learnFromRun(context, sessionId, readiness);
  return code;
}
