import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../define-tool.ts";
import { requireMain } from "./plan-mode.ts";

export function createEnterPlanModeTool(t: Translate): Tool {
  return defineTool({
    name: "EnterPlanMode",
    description: t("interact.plan.enter"),
    input: z.object({}),
    effect: "interact",
    describe: () => ({ title: "EnterPlanMode", resources: [] }),
    async run(_input, context) {
      const session = context.session();
      requireMain(session, context.t);
      const { mode } = session.settings;
      if (mode === "plan") return textResult(context.t("interact.plan.already"));
      // Nobody would ever approve the plan: the session could not leave plan mode again.
      if (mode === "dontAsk") throw new ToolFailure(context.t("interact.plan.nobody"));
      return {
        ...textResult(context.t("interact.plan.entered"), { from: mode }),
        events: [{ type: "session.configured", settings: { mode: "plan" } }],
      };
    },
  });
}
