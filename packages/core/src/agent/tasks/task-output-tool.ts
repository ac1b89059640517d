import { z } from "zod";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../../tool/define-tool.ts";
import type { TaskEnv } from "./task-tool.ts";
import { wordResult } from "./word-result.ts";

/** Reads what a sub-agent in the background came to; offered once there is one. */
export function createTaskOutputTool({ log, children, isChild, t }: TaskEnv): Tool {
  return defineTool({
    name: "TaskOutput",
    description: t("task.outputDescription"),
    input: z.object({
      task_id: z.string().min(1).describe(t("task.idOf")),
      block: z.boolean().optional().describe(t("task.blockOf")),
    }),
    aliases: { id: "task_id", taskId: "task_id", agent_id: "task_id", wait: "block" },
    effect: "interact",
    parallel: true,
    definition: () => {
      const hasTasks = Object.values(log.view.children).some(({ background }) => background);
      return isChild || !hasTasks ? undefined : { description: t("task.outputDescription") };
    },
    describe: ({ task_id: id }) => ({ title: toPromptLine(`TaskOutput ${id}`), resources: [] }),
    async run({ task_id: id, block = true }, { signal }) {
      const child = children.find(id);
      if (!child) throw new ToolFailure(t("task.unknown", { id: toPromptLine(id) }));
      if (block) await children.settle(child.childId, signal);
      const now = children.find(id) ?? child;
      if (now.endedAt === undefined) return textResult(t("task.running", { id }), { status: "running" });
      const { agentType, taskId, result = "", status = "error" } = now;
      return textResult(wordResult({ taskId, agentType, status, text: result }, t), { status });
    },
  });
}
