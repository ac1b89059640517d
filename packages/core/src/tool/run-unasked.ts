import { createId, textOf, type CallView } from "../protocol/index.ts";
import type { ExecuteEnv } from "./execute-env.ts";
import { runTool } from "./execute.ts";
import { decideCall, requestOf } from "./judge-call.ts";
import { leavesCall } from "./restriction.ts";
import { validateInput } from "./validate.ts";
import { wordVerdict } from "../permission/gate.ts";

/** What became of something that may only run where nobody has to be asked. */
export type Unasked = { ok: true; text: string } | { ok: false; refused: boolean; reason: string };

/**
 * Runs a tool only if the gate allows it without a question; nothing is asked, nothing goes into the log but that it
 * started. For what runs on behalf of a file, not of a model's call.
 */
export async function runUnasked(
  env: ExecuteEnv,
  name: string,
  raw: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Unasked> {
  const refuse = (reason: string): Unasked => ({ ok: false, refused: true, reason });
  const tool = env.registry.find(name);
  if (!tool) return refuse(env.t("tool.unknown", { name, nearest: "" }));
  const validated = validateInput(tool, raw, env.t);
  if (!validated.ok) return refuse(validated.message);
  const { input } = validated;
  const description = await tool.describe(input, env.workspace, env.memory);
  const request = requestOf(env, tool, description);
  const isLeft = (env.restrictions?.() ?? []).every((restriction) => leavesCall(restriction, request));
  if (!isLeft) return refuse(env.t("skillTool.notAllowed", { name: tool.name }));
  const mode = env.mode();
  const verdict = decideCall(mode, env.rules(), request, description);
  if (verdict.verdict !== "allow")
    return refuse(wordVerdict(verdict, mode, env.t) ?? env.t("tool.deniedByMode", { mode, name: tool.name }));
  const call: CallView = {
    callId: createId("call"),
    messageId: createId("msg"),
    name: tool.name,
    input,
    state: "called",
    calledAt: Date.now(),
  };
  const outcome = await runTool(env, { call, tool, input }, signal);
  if ("suspended" in outcome) return refuse(outcome.suspended.message);
  const text = textOf(outcome.result.content.flatMap((part) => (part.type === "text" ? [part] : [])));
  return outcome.status === "ok" ? { ok: true, text } : { ok: false, refused: false, reason: text };
}
