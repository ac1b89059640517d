import type { TaskSummary } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";

function toLine({ taskId, state, agentType, startedAt, description, sessionId }: TaskSummary): string {
  const time = new Date(startedAt).toISOString().slice(0, 16).replace("T", " ");
  const head = `${taskId.padEnd(8)}  ${state.padEnd(11)}  ${oneLine(agentType, 30).padEnd(16)}  ${time}`;
  return `${head}  ${sessionId}  ${oneLine(description, 60)}`;
}

/** `skillmint sessions tasks <session>`: its sub-agents and how each stands. */
export async function listTasks(context: CliContext, session: string): Promise<number> {
  const runtime = await context.runtime();
  const id = await runtime.sessions.find(session);
  const tasks = await runtime.sessions.tasks(id);
  if (context.json) context.printJson(tasks);
  else if (tasks.length === 0) context.print(context.t("cli.noTasks", { id }));
  else for (const task of tasks) context.print(toLine(task));
  return 0;
}

/** `skillmint sessions stop <session> --task ID`: that one alone; the session goes on and is told. */
export async function stopTask(context: CliContext, session: string, wanted: string): Promise<number> {
  const runtime = await context.runtime();
  const id = await runtime.sessions.find(session);
  const { task, stopped } = await runtime.sessions.stopTask(id, wanted);
  if (context.json) {
    context.printJson({ ...task, stopped });
    return 0;
  }
  const { taskId, state } = task;
  context.print(context.t(stopped ? "cli.taskStopped" : "cli.taskOver", { task: taskId, state }));
  const isAtWork = (await runtime.sessions.get(id)).state === "working";
  if (stopped && !isAtWork) context.print(context.t("cli.continueHint", { id }));
  return 0;
}
