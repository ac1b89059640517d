import { maxRunningShells } from "../../workspace/background-shells.ts";
import type { Sandbox } from "../../workspace/sandbox/sandbox.ts";
import { textResult, ToolFailure, type ToolContext, type ToolResult } from "../define-tool.ts";
import { listShells } from "./find-shell.ts";

export interface BackgroundCommand {
  command: string;
  folder: string;
  env: Record<string, string>;
  sandbox?: Sandbox;
  /** See `ToolContext`. */
  outputFolder?: string;
}

/** Starts a command that goes on after the call; the log has it before it runs. */
export async function startBackground(
  request: BackgroundCommand,
  notes: readonly string[],
  context: ToolContext,
): Promise<ToolResult> {
  const { shells, t, signal } = context;
  if (shells === undefined) throw new ToolFailure(t("shell.unavailable"));
  const { command } = request;
  const record = await shells.start({
    ...request,
    callId: context.callId,
    signal,
    onReady: ({ pid, pidStart, shellId, outputFile, owner }) =>
      context.begin({
        process: { pid, start: pidStart },
        shell: { shellId, command, outputFile, owner },
      }),
  });
  if (record === undefined) {
    const running = await listShells(shells, t, { running: true });
    throw new ToolFailure(t("shell.tooMany", { limit: maxRunningShells, shells: running }));
  }
  const { shellId: shell, pid } = record;
  const lines = [t("shell.started", { pid }), t("shell.startedId", { shell }), ...notes];
  return textResult(lines.join("\n"), { shell, pid });
}
