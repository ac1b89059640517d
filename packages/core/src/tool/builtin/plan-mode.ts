import type { Mode, Question, Translate } from "../../protocol/index.ts";
import { ToolFailure, type SessionFacts } from "../define-tool.ts";

export const mostPlanChars = 30_000;

/** Offered to the main agent alone. */
export const planModeTools: readonly string[] = ["EnterPlanMode", "ExitPlanMode"];

/** What a person says to a plan. */
export type Decision = { kind: "approve" } | { kind: "acceptEdits" } | { kind: "keep"; reason: string };

/** The mode that an approved plan is worked on in. */
export function modeAfterPlan({ plan }: SessionFacts): Mode {
  return plan?.from ?? "default";
}

export function planQuestion(plan: string, session: SessionFacts, t: Translate): Question {
  const mode = modeAfterPlan(session);
  return {
    question: t("interact.plan.question"),
    header: t("interact.plan.header"),
    detail: plan,
    options: [
      { label: t("interact.plan.approve"), description: t("interact.plan.approveHint", { mode }) },
      { label: t("interact.plan.acceptEdits"), description: t("interact.plan.acceptEditsHint") },
      { label: t("interact.plan.keep"), description: t("interact.plan.keepHint") },
    ],
  };
}

/** What people type instead of an option. Everything else is a reason to go on planning. */
const approving = /^(?:y|yes|ok|okay|approved?|once|go|lgtm|是|好|好的|可以|同意|批准|通过)[.!。！]?$/i;
const accepting =
  /^(?:accept ?edits|approve (?:and|with) (?:accept(?:ed|ing)? )?edits|(?:批准并)?接受编辑)$/i;
const refusing = /^(?:no?|keep planning|否|不|不行|继续规划)(?:\s*[:：,，]\s*|$)/i;

/** Only a plain yes approves. */
export function readDecision(answer: string, t: Translate): Decision {
  const text = answer.trim();
  if (text === t("interact.plan.approve") || approving.test(text)) return { kind: "approve" };
  if (text === t("interact.plan.acceptEdits") || accepting.test(text)) return { kind: "acceptEdits" };
  const reason = text === t("interact.plan.keep") ? "" : text.replace(refusing, "");
  return { kind: "keep", reason };
}

/** Plan mode is the main agent's: what its sub-agents may do follows from it. */
export function requireMain(session: SessionFacts, t: Translate): void {
  if (session.parentSessionId !== undefined) throw new ToolFailure(t("interact.plan.onlyMain"));
}
