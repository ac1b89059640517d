import { textOf, type CallId, type DurableEvent } from "../../protocol/index.ts";
import type { CallRecord, RunRecord } from "./run-record.ts";

const textParts = (content: DurableEvent<"tool.settled">["content"]): string =>
  textOf(content.flatMap((part) => (part.type === "text" ? [part] : [])));

/** What graders and tests want to know of a run, from how it ended and what was logged. */
export function recordRun(
  outcome: Pick<RunRecord, "reason" | "text" | "usage" | "iterations" | "error">,
  events: DurableEvent[],
): Omit<RunRecord, "ms" | "folder" | "changed" | "dispose"> {
  const calls = new Map<CallId, CallRecord>();
  const activated: string[] = [];
  const refused: RunRecord["refused"] = [];
  let questions = 0;
  for (const event of events) {
    if (event.type === "tool.called") {
      const isMain = event.parentSessionId === undefined;
      calls.set(event.callId, { name: event.name, input: event.input, result: "", isMain });
    } else if (event.type === "tool.settled") {
      const result = textParts(event.content);
      const loaded = event.status === "ok" ? event.details?.["skillName"] : undefined;
      const skill = typeof loaded === "string" ? { skill: loaded } : {};
      const call = calls.get(event.callId);
      if (call) Object.assign(call, { status: event.status, result, ...skill });
      if (event.status === "denied") refused.push({ tool: event.name, reason: result.split("\n")[0] ?? "" });
      if ("skill" in skill && !activated.includes(skill.skill)) activated.push(skill.skill);
    } else if (event.type === "skill.activated") {
      if (!activated.includes(event.name)) activated.push(event.name);
    } else if (event.type === "question.asked") questions += 1;
  }
  const { reason, text, usage, iterations, error } = outcome;
  return {
    reason,
    text,
    usage,
    iterations,
    ...(error ? { error } : {}),
    calls: [...calls.values()],
    activated,
    questions,
    refused,
    events,
  };
}
