import {
  createId,
  SkillmintError,
  toSkillmintError,
  type CallView,
  type EndReason,
  type EventDraft,
  type SessionView,
} from "../protocol/index.ts";
import type { Children } from "./children.ts";
import type { SessionHooks } from "./hooks/session-hooks.ts";
import { findLoop } from "./loop-guard.ts";
import { reachedLimit } from "./reached-limit.ts";
import { abandonCalls, settleCalls, type SettleOptions } from "./settle-calls.ts";
import { takeReply, type ReplyEnv } from "./take-reply.ts";
import { tellPlanMode } from "./tell-plan-mode.ts";

export interface LoopEnv extends ReplyEnv {
  children: Children;
  endLeftovers: SettleOptions["endLeftovers"];
  prompted?: SettleOptions["prompted"];
  hooks?: SessionHooks;
}

type Ending = Omit<EventDraft<"run.ended">, "type" | "runId" | "usage">;

/** What an aborted signal's reason may be. */
export type StopCause = "cancelled" | "time";

/** Which of the three steps is next: a function of the log alone. */
export function nextStep(view: SessionView): "calls" | "end" | "model" {
  if (view.openCalls.length > 0) return "calls";
  const last = view.entries.findLast((entry) => entry.kind === "message");
  if (!last) return view.entries.some(({ kind }) => kind === "prompt") ? "model" : "end";
  return last.calls.length === 0 && view.lastInput <= view.readTo ? "end" : "model";
}

/** What a run ends as when the last reply has no calls and nobody said anything since. */
function endingOf(view: SessionView): Ending {
  const last = view.entries.findLast((entry) => entry.kind === "message");
  if (last?.stop === "length") return { reason: "limit", limit: "output" };
  if (last?.stop === "refusal") return { reason: "error", error: { code: "model-refused" } };
  if (last?.stop === "filter") return { reason: "error", error: { code: "model-filtered" } };
  return { reason: "done" };
}

/** What works in the background is waited for; what waits there for a person makes the conversation wait. */
async function waitForChildren({ log, children }: LoopEnv): Promise<Ending | "again" | undefined> {
  if (await children.wait(() => nextStep(log.view) === "end")) return "again";
  const asks = await children.asks();
  return asks.length > 0 ? { reason: "waiting", asks: asks.map(({ askId }) => askId) } : undefined;
}

async function step(env: LoopEnv): Promise<Ending | "again"> {
  const { log, execute, signal } = env;
  const next = nextStep(log.view);
  const stopped = next === "calls" ? undefined : env.hooks?.stopped();
  if (stopped) return { reason: "error", error: stopped };
  if (next === "end") {
    const ending = (await waitForChildren(env)) ?? endingOf(log.view);
    const isDone = ending !== "again" && ending.reason === "done";
    return isDone && (await env.hooks?.beforeEnd()) ? "again" : ending;
  }
  if (next === "calls") {
    const below = await settleCalls({
      log,
      execute,
      signal,
      endLeftovers: env.endLeftovers,
      prompted: env.prompted,
    });
    const asks = [...log.view.openAsks, ...below].map((open) => open.askId);
    const waits = ({ state, childId }: CallView): boolean => state === "asked" || childId !== undefined;
    const onlyWaits =
      asks.length > 0 && log.view.openCalls.every((id) => log.view.calls[id] && waits(log.view.calls[id]));
    if (!onlyWaits || signal.aborted) return "again";
    const isBusy = await env.children.wait(() => log.view.openAsks.length === asks.length - below.length);
    return isBusy ? "again" : { reason: "waiting", asks };
  }
  const limit = reachedLimit(log.view, env.limits());
  if (limit) return limit;
  const loop = findLoop(log.view);
  if (loop === "stop") return { reason: "loop" };
  if (loop === "warn") {
    await log.append([
      { type: "note.added", noteId: createId("note"), kind: "loop", text: execute.t("prompt.loop") },
    ]);
  }
  const told = tellPlanMode(log.view, execute.t);
  if (told.length > 0) await log.append(told);
  const refused = await env.hooks?.beforeReply();
  if (refused) return { reason: "error", error: refused };
  const error = await takeReply(env);
  return error ? { reason: "error", error: error.toProblem() } : "again";
}

/** Appends the ending if nothing came in since it was decided; otherwise it has to be decided again. */
async function tryEnd(env: LoopEnv, ending: Ending): Promise<boolean> {
  const usage = env.log.view.run?.usage ?? { input: 0, output: 0 };
  try {
    await env.log.append([{ type: "run.ended", runId: env.runId, usage, ...ending }], { decision: true });
    return true;
  } catch (error) {
    if (!SkillmintError.is(error) || error.code !== "sequence-conflict") throw error;
    await env.log.refresh();
    return false;
  }
}

function endingOfAbort(signal: AbortSignal): Ending {
  return (signal.reason as StopCause) === "time"
    ? { reason: "limit", limit: "time" }
    : { reason: "cancelled" };
}

/** Without these there is no log to end the run in: they go to the caller. */
function isFatal(error: SkillmintError): boolean {
  return error.code === "lease-lost" || error.code === "disk-full" || error.code.startsWith("store-");
}

/**
 * Works on the session until it ends or waits. What others append reaches the view by itself, soon after; the end
 * of a run is only accepted where nothing is missing. Everything it decides it decides from the log, so it can be
 * stopped anywhere and gone on with by another process.
 */
export async function runLoop(env: LoopEnv): Promise<EndReason> {
  const { log, signal } = env;
  for (;;) {
    let ending: Ending | "again";
    if (signal.aborted) {
      await abandonCalls({ log, t: env.execute.t });
      ending = endingOfAbort(signal);
    } else {
      try {
        ending = await step(env);
      } catch (error) {
        const known = toSkillmintError(error);
        if (isFatal(known)) throw known;
        await abandonCalls({ log, t: env.execute.t });
        ending = { reason: "error", error: known.toProblem() };
      }
    }
    if (ending === "again") continue;
    if (ending.reason !== "done" && ending.reason !== "waiting") await env.children.stop();
    if (await tryEnd(env, ending)) return ending.reason;
  }
}
