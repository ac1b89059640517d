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
  const { input } = validated;
  const mode = env.mode();
  const rules = env.rules();
  const ready = { call, tool, input };
  /** What may run runs, unless it has something to ask a person first. */
  const pass = (): Judged => {
    const found = findQuestions(ready, env);
    if (found.problem !== undefined) return settle("error", found.problem);
    if (!found.asked) return { kind: "run", ready };
    if (mode === "dontAsk") return settle("denied", env.t("interact.nobodyAnswers", { name: call.name }));
    return { kind: "ask", event: found.asked };
  };
  const answered = call.permission;
  // Whatever rules, mode and hooks say by now.
  if (answered?.answer === "no") {
    const { reason } = answered;
    return settle("denied", reason ? env.t("tool.deniedBecause", { reason }) : env.t("tool.denied"));
  }
  const restrictions = env.restrictions?.() ?? [];
  const isFree = mode === "unrestricted" && rules.deny.length === 0 && rules.ask.length === 0;
  // Where nothing is ever asked about or refused, nothing has to be looked at beforehand.
  if (isFree && restrictions.length === 0) {
    const said = await env.hooks?.before(ready);
    if (said?.deny !== undefined) return settle("denied", said.deny);
    if (said?.ask === undefined) return pass();
  }
  let description: Description;
  try {
    description = await tool.describe(input, env.workspace, env.memory);
  } catch (error) {
    return settle("error", error instanceof Error ? error.message : String(error));
  }
  const request = requestOf(env, tool, description);
  if (!restrictions.every((restriction) => leavesCall(restriction, request)))
    return settle("denied", env.t("skillTool.notAllowed", { name: call.name }));
  const verdict = decideCall(mode, rules, request, description);
  if (verdict.verdict === "deny") return settle("denied", wordDenial(env, call.name, verdict));
  const said = await env.hooks?.before(ready);
  if (said?.deny !== undefined) return settle("denied", said.deny);
  if (verdict.verdict === "allow" && said?.ask === undefined) return pass();
  // A hook wants it to be asked, and nobody will ever be.
  if (said?.ask !== undefined && mode === "dontAsk") return settle("denied", said.ask);
  const digest = digestOf(tool, input, description, env.workspace);
  const rule = exactRule(request);
  // What the call says of itself is nearer than what the mode says of all; not than a rule.
  const ofCall = verdict.rule === undefined ? description.ask : undefined;
  const reason = said?.ask ?? ofCall ?? wordVerdict(verdict, mode, env.t) ?? description.ask;
  const grants = env.wanted?.(request);
  // What a person allowed is this digest: had the target changed meanwhile, they would have to look again.
  if (answered?.digest === digest) return pass();
  return {
    kind: "ask",
    event: {
      type: "permission.asked",
      askId: createId("ask"),
      callId: call.callId,
      tool: tool.name,
      title: description.title,
      resources: description.resources.map(resourceText),
      digest,
      ...(reason === undefined ? {} : { reason }),
      ...(rule === undefined ? {} : { rule }),
      ...(grants === undefined ? {} : { grants }),
    },
  };
}
