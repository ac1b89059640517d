import { z } from "zod";
import type { Mode, Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../define-tool.ts";
import { modeAfterPlan, mostPlanChars, planQuestion, readDecision, requireMain } from "./plan-mode.ts";

export function createExitPlanModeTool(t: Translate): Tool {
  return defineTool({
    name: "ExitPlanMode",
    description: t("interact.plan.exit"),
    input: z.object({ plan: z.string().describe(t("interact.plan.plan")).optional() }),
    aliases: { content: "plan", text: "plan", plan_text: "plan", planContent: "plan" },
    effect: "interact",
    describe: () => ({ title: "ExitPlanMode", resources: [] }),
    questions(input, context) {
      const session = context.session();
      requireMain(session, context.t);
      if (session.settings.mode !== "plan") throw new ToolFailure(context.t("interact.plan.notOn"));
      const plan = input.plan?.trim() ?? "";
      if (plan === "") throw new ToolFailure(context.t("interact.plan.missing"));
      if (plan.length > mostPlanChars) {
        const sizes = { count: plan.length, most: mostPlanChars };
        throw new ToolFailure(context.t("interact.plan.tooLong", sizes));
      }
      return [planQuestion(plan, session, context.t)];
    },
    async run(input, context) {
      const session = context.session();
      const decision = readDecision(context.answers?.[0]?.join(", ") ?? "", context.t);
      // The plan is kept with the result: whoever reads the session finds it there, and what became of it.
      const details = { plan: input.plan?.trim() ?? "", decision: decision.kind };
      if (decision.kind === "keep") {
        const { reason } = decision;
        const text =
          reason === ""
            ? context.t("interact.plan.refused")
            : context.t("interact.plan.refusedBecause", { reason });
        throw new ToolFailure(text, { status: "denied", details: { ...details, reason } });
      }
      // A person may have ended plan mode by themselves meanwhile.
      const isOver = session.settings.mode !== "plan";
      const after: Mode = decision.kind === "acceptEdits" ? "acceptEdits" : modeAfterPlan(session);
      const mode = isOver ? session.settings.mode : after;
      return {
        ...textResult(context.t("interact.plan.approved", { mode }), { ...details, mode }),
        ...(isOver ? {} : { events: [{ type: "session.configured", settings: { mode } }] }),
      };
    },
  });
}
