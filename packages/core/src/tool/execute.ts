import type { AskView, CallStatus } from "../protocol/index.ts";
import { findNaming } from "../permission/find-rule.ts";
import { judgeBelow } from "../permission/judge-below.ts";
import { beginCall } from "./begin-call.ts";
import { boundResult } from "./bound.ts";
import { decideCall } from "./judge-call.ts";
import { Suspended, ToolFailure, type ToolMemory, type ToolResult } from "./define-tool.ts";
import type { ExecuteEnv, ReadyCall } from "./execute-env.ts";
import { plainDetails, sealContent } from "./sealing.ts";

interface Outcome {
  status: CallStatus;
  result: ToolResult;
  /** What the call left for later ones. */
  remembered: Record<string, unknown>;
}

/** Passes on to the session's memory and notes what one call put there. */
function recordMemory(memory: ToolMemory, remembered: Record<string, unknown>): ToolMemory {
  return {
    get: (key) => memory.get(key),
    set: (key, value) => {
      remembered[key] = value;
      memory.set(key, value);
    },
  };
}

export async function runTool(
  env: ExecuteEnv,
  ready: ReadyCall,
  signal: AbortSignal,
): Promise<Outcome | { suspended: Suspended }> {
  const { call, tool, input } = ready;
  const { ask, sample } = env;
  const outputFolder = env.sealing?.outputFolder();
  let offset = 0;
  const remembered: Record<string, unknown> = {};
  try {
    const result = await tool.run(input, {
      sessionId: env.sessionId,
      callId: call.callId,
      workspace: env.workspace,
      signal,
      t: env.t,
      memory: recordMemory(env.memory, remembered),
      session: env.session,
      ...(call.answers ? { answers: call.answers } : {}),
      begin: (intent) => beginCall(env, call, intent ?? {}),
      readStored: env.readStored,
      ...(outputFolder === undefined ? {} : { outputFolder }),
      judgeBelow: (folder, shows) =>
        judgeBelow(env.mode(), env.rules(), { tool: tool.name, folder, shows, root: env.workspace.root }),
      ...(env.shells ? { shells: env.shells } : {}),
      ...(env.sandbox ? { sandbox: env.sandbox } : {}),
      ...(call.permission ? { permission: call.permission.answer } : {}),
      judge: (what) =>
        decideCall(env.mode(), env.rules(), { ...what, root: env.workspace.root }, what).verdict,
      names: (what) => findNaming(env.rules().allow, { ...what, root: env.workspace.root }) !== undefined,
      ...(ask ? { ask: (...args) => ask(call, ...args) } : {}),
      ...(sample ? { sample: (...args) => sample(call, ...args) } : {}),
      progress: (text) => {
        env.emit({ type: "tool.progress", callId: call.callId, offset, text });
        offset += text.length;
      },
    });
    return { status: "ok", result, remembered };
  } catch (error) {
    if (error instanceof Suspended && !signal.aborted) return { suspended: error };
    const expected = error instanceof ToolFailure;
    const message = error instanceof Error ? error.message : String(error);
    const text = signal.aborted && !expected ? env.t("tool.cancelled") : message;
    return {
      status: signal.aborted ? "interrupted" : expected ? error.status : "error",
      remembered,
      result: {
        content: [
          {
            type: "text",
            text: expected || signal.aborted ? text : env.t("tool.failed", { name: call.name, message }),
          },
        ],
        ...(expected
          ? {
              keep: error.keep,
              ...(error.details ? { details: error.details } : {}),
              ...(error.file === undefined ? {} : { file: error.file }),
            }
          : {}),
      },
    };
  }
}

/**
 * Runs a call that passed the gate, bounds what came out and appends its one result. Returns what it waits for where
 * it cannot have one yet.
 */
export async function runCall(
  env: ExecuteEnv,
  ready: ReadyCall,
  signal: AbortSignal,
): Promise<readonly AskView[]> {
  const startedAt = performance.now();
  const outcome = await runTool(env, ready, signal);
  if ("suspended" in outcome) return outcome.suspended.asks;
  const { status, result, remembered } = outcome;
  const { call } = ready;
  const { sealing } = env;
  const sealed = await sealing?.covers({ input: ready.input, effect: ready.tool.effect }, result);
  const isSealed = sealing !== undefined && sealed !== undefined;
  const putBlob = isSealed
    ? async (bytes: Uint8Array) => env.putBlob(await sealing.seal(bytes))
    : env.putBlob;
  const bounded = await boundResult(result, call.callId, env.t, putBlob);
  const kept = isSealed
    ? await sealContent(bounded.content, sealed, sealing, env.putBlob)
    : { content: bounded.content };
  const details = isSealed ? plainDetails(result.details, result) : result.details;
  await env.append([
    ...(result.events ?? []),
    {
      type: "tool.settled",
      callId: call.callId,
      name: call.name,
      status,
      ...kept,
      ...(details ? { details } : {}),
      ...(Object.keys(remembered).length > 0 ? { remembered } : {}),
      ...(bounded.fullOutput ? { fullOutput: bounded.fullOutput } : {}),
      durationMs: Math.round(performance.now() - startedAt),
    },
  ]);
  await env.hooks?.after(ready, { status, content: kept.content });
  return [];
}
