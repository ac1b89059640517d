import type { AskView, RunResult, SessionView } from "../protocol/index.ts";

/** A run that was cut off counts as an error that can be gone on from. `asks`: of the whole tree of agents. */
export function toResult(view: SessionView, asks: AskView[] = view.openAsks): RunResult {
  const { ended } = view;
  const messages = view.entries.filter((entry) => entry.kind === "message");
  const runId = ended?.runId;
  const mine = messages.filter((message) => message.runId === runId);
  const settled = ended !== null && !view.run && view.lastInput <= ended.seq;
  const limit = ended?.limit as RunResult["limit"];
  return {
    sessionId: view.sessionId,
    reason: settled ? ended.reason : asks.length > 0 && !view.run ? "waiting" : "cancelled",
    text: messages.at(-1)?.text ?? "",
    usage: view.usage,
    iterations: mine.length,
    asks,
    ...(limit ? { limit } : {}),
    ...(ended?.error ? { error: ended.error } : {}),
  };
}
