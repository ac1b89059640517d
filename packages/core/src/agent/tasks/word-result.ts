import type { Translate } from "../../protocol/index.ts";
import type { ChildResult } from "../children.ts";

/** How a sub-agent ended, as its caller reads it. */
export function wordResult({ agentType, status, text, iterations }: ChildResult, t: Translate): string {
  if (status === "done") return t("task.done", { type: agentType, text });
  if (status === "limit" && iterations !== undefined)
    return t("task.limit", { type: agentType, max: iterations, text });
  if (status === "stopped") return t("task.stopped", { type: agentType, text });
  return t("task.ended", { type: agentType, status, text });
}

/** The same where it comes by itself, from the background. */
export function wordReport(result: ChildResult, t: Translate): string {
  return t("task.report", { id: result.taskId, text: wordResult(result, t) });
}
