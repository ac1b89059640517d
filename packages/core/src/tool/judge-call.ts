import { createHash } from "node:crypto";
import {
  createId,
  unspill,
  type CallStatus,
  type CallView,
  type EventDraft,
  type Mode,
} from "../protocol/index.ts";
import { findExact } from "../permission/find-rule.ts";
import { decide, wordVerdict, type Verdict } from "../permission/gate.ts";
import { resourceText, type GateRequest } from "../permission/request.ts";
import { exactRule, type Rules } from "../permission/rules.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Description, Tool } from "./define-tool.ts";
import type { ExecuteEnv, ReadyCall } from "./execute-env.ts";
import { findQuestions } from "./find-questions.ts";
import { leavesCall } from "./restriction.ts";
import { validateInput } from "./validate.ts";

/** What is to be done about a call that has no result yet. */
export type Judged =
  | { kind: "settle"; event: EventDraft<"tool.settled"> }
  | { kind: "ask"; event: EventDraft<"permission.asked"> | EventDraft<"question.asked"> }
  | { kind: "run"; ready: ReadyCall };

/** A result that is only words. */
export function settled(call: CallView, status: CallStatus, text: string): EventDraft<"tool.settled"> {
  return {
    type: "tool.settled",
    callId: call.callId,
    name: call.name,
    status,
    content: [{ type: "text", text }],
  };
}

function digestOf(tool: Tool, input: unknown, description: Description, workspace: Workspace): string {
  const touched = description.resources.map(resourceText);
  const text = JSON.stringify([tool.name, input, touched, workspace.root]);
  return createHash("sha256").update(text).digest("hex");
}

function wordDenial(env: ExecuteEnv, name: string, verdict: { because: string; rule?: string }): string {
  if (verdict.because === "plan") return env.t("tool.deniedByPlan", { name });
  if (verdict.rule !== undefined && verdict.because === "rule")
    return env.t("tool.deniedByRule", { rule: verdict.rule });
  return env.t("tool.deniedByMode", { mode: env.mode(), name });
}

/** A call as the gate reads it. */
export function requestOf(env: ExecuteEnv, tool: Tool, { resources, subject }: Description): GateRequest {
  return {
    tool: tool.name,
    effect: tool.effect,
    resources,
    root: env.workspace.root,
    ...(subject === undefined ? {} : { subject }),
  };
}

/** The gate's word, and where it has nothing against a call, that of what the call is about. */
export function decideCall(
  mode: Mode,
  rules: Rules,
  request: GateRequest,
  { ask }: Pick<Description, "ask">,
): Verdict {
  const verdict = decide(mode, rules, request);
  if (verdict.verdict !== "allow" || ask === undefined || mode === "unrestricted") return verdict;
  if (findExact(rules.allow, request)) return verdict;
  return mode === "dontAsk" ? { verdict: "deny", because: "mode" } : { verdict: "ask" };
}

/** Whether nothing is ever asked about or refused here. */
function isFree(env: ExecuteEnv): boolean {
  const { deny, ask } = env.rules();
  const isOpen = env.mode() === "unrestricted" && deny.length === 0 && ask.length === 0;
  return isOpen && (env.restrictions?.() ?? []).length === 0;
}

/** What the gate says about a call. */
type Gated =
  | { refused: EventDraft<"tool.settled"> }
  | { refused?: undefined; description: Description; request: GateRequest; verdict: Verdict };

async function passGate(env: ExecuteEnv, { call, tool, input }: ReadyCall): Promise<Gated> {
  let description: Description;
  try {
    description = await tool.describe(input, env.workspace, env.memory);
  } catch (error) {
    return { refused: settled(call, "error", error instanceof Error ? error.message : String(error)) };
  }
  const request = requestOf(env, tool, description);
  if (!(env.restrictions?.() ?? []).every((restriction) => leavesCall(restriction, request)))
    return { refused: settled(call, "denied", env.t("skillTool.notAllowed", { name: call.name })) };
  const verdict = decideCall(env.mode(), env.rules(), request, description);
  return verdict.verdict === "deny"
    ? { refused: settled(call, "denied", wordDenial(env, call.name, verdict)) }
    : { description, request, verdict };
}

/** What may run runs, unless it has something to ask a person first. */
function pass(env: ExecuteEnv, ready: ReadyCall): Judged {
  const { call } = ready;
  const found = findQuestions(ready, env);
  if (found.problem !== undefined) return { kind: "settle", event: settled(call, "error", found.problem) };
  if (!found.asked) return { kind: "run", ready };
  if (env.mode() !== "dontAsk") return { kind: "ask", event: found.asked };
  const text = env.t("interact.nobodyAnswers", { name: call.name });
  return { kind: "settle", event: settled(call, "denied", text) };
}

function askAbout(
  env: ExecuteEnv,
  { call, tool, input }: ReadyCall,
  { description, request, verdict }: Exclude<Gated, { refused: object }>,
  byHook: string | undefined,
): EventDraft<"permission.asked"> {
  const rule = exactRule(request);
  // What the call says of itself is nearer than what the mode says of all; not than a rule.
  const ofCall = verdict.rule === undefined ? description.ask : undefined;
  const reason = byHook ?? ofCall ?? wordVerdict(verdict, env.mode(), env.t) ?? description.ask;
  const grants = env.wanted?.(request);
  return {
    type: "permission.asked",
    askId: createId("ask"),
    callId: call.callId,
    tool: tool.name,
    title: description.title,
    resources: description.resources.map(resourceText),
    digest: digestOf(tool, input, description, env.workspace),
    ...(reason === undefined ? {} : { reason }),
    ...(rule === undefined ? {} : { rule }),
    ...(grants === undefined ? {} : { grants }),
  };
}

/** Validates a call and takes it through the gate. Runs nothing. */
export async function judgeCall(env: ExecuteEnv, call: CallView): Promise<Judged> {
  const settle = (status: CallStatus, text: string): Judged => ({
    kind: "settle",
    event: settled(call, status, text),
  });
  if (call.defect !== undefined) {
    return settle(
      "error",
      call.defect === "cut"
        ? env.t("tool.cutArguments")
        : env.t("tool.badArguments", { problem: call.defect }),
    );
  }
  let tool = env.registry.find(call.name);
  if (!tool) {
    // What a run goes on with may be a tool that nothing was looked up of yet.
    await env.registry.refresh();
    tool = env.registry.find(call.name);
  }
  if (!tool) {
    return settle(
      "error",
      env.t("tool.unknown", { name: call.name, nearest: env.registry.nearest(call.name).join(", ") }),
    );
  }
  const raw = await unspill(call.input, call.blobs, "input", env.getText);
  const validated = validateInput(tool, raw, env.t);
  if (!validated.ok) return settle("error", validated.message);
  const ready = { call, tool, input: validated.input };
  // Whatever rules, mode and hooks say by now.
  if (call.permission?.answer === "no") {
    const { reason } = call.permission;
    return settle("denied", reason ? env.t("tool.deniedBecause", { reason }) : env.t("tool.denied"));
  }
  // Where nothing is ever asked about or refused, nothing has to be looked at beforehand.
  const free = isFree(env);
  const first = free ? undefined : await passGate(env, ready);
  if (first?.refused) return { kind: "settle", event: first.refused };
  const said = await env.hooks?.before(ready);
  if (said?.deny !== undefined) return settle("denied", said.deny);
  const now = said?.input ? { ...ready, input: said.input } : ready;
  if (free && said?.ask === undefined) return pass(env, now);
  const gated = now === ready && first ? first : await passGate(env, now);
  if (gated.refused) return { kind: "settle", event: gated.refused };
  if (gated.verdict.verdict === "allow" && said?.ask === undefined) return pass(env, now);
  // A hook wants it to be asked, and nobody will ever be.
  if (said?.ask !== undefined && env.mode() === "dontAsk") return settle("denied", said.ask);
  const event = askAbout(env, now, gated, said?.ask);
  // What a person allowed is this digest: had the target changed meanwhile, they would have to look again.
  return call.permission?.digest === event.digest ? pass(env, now) : { kind: "ask", event };
}
