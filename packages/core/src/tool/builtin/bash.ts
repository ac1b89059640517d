import { stat } from "node:fs/promises";
import { z } from "zod";
import { cutText, type Translate } from "../../protocol/index.ts";
import { childEnvironment, type Environment } from "../../workspace/child-environment.ts";
import { escapeControls } from "../../workspace/escape-controls.ts";
import type { Output } from "../../workspace/output-buffer.ts";
import { maxOutputBytes, spawnShell, type ShellResult } from "../../workspace/spawn-shell.ts";
import { systemCode } from "../../workspace/workspace-error.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import {
  defineTool,
  ToolFailure,
  type Tool,
  type ToolContext,
  type ToolMemory,
  type ToolResult,
} from "../define-tool.ts";

const defaultTimeoutMs = 30_000;
const maxTimeoutMs = 600_000;
const folderKey = "shell:folder";
const titleChars = 200;

export interface BashOptions {
  /** The environment that commands inherit, secrets still in it. */
  environment: Environment;
  /** Names of variables that commands get although they look like secrets. */
  keepVariables?: readonly string[];
}

export function createBashTool(t: Translate, options: BashOptions): Tool {
  const folders = new WeakMap<object, string>();
  return defineTool({
    name: "Bash",
    description: t("builtin.bash.description"),
    input: z.object({
      command: z.string().min(1).describe(t("builtin.bash.command")),
      timeout_ms: z.number().int().min(1).max(maxTimeoutMs).optional().describe(t("builtin.bash.timeout")),
      description: z.string().optional().describe(t("builtin.bash.purpose")),
    }),
    aliases: { timeout: "timeout_ms", cmd: "command" },
    effect: "execute",
    async describe(input, workspace, memory) {
      if (input.command.includes("\0")) throw new ToolFailure(t("builtin.bash.invalid"));
      const { folder } = await startFolder(workspace, memory);
      folders.set(input, folder);
      const title = cutText(escapeControls(input.command), titleChars);
      return { title: `Bash ${title}`, resources: [{ kind: "command", command: input.command, folder, parts: null }] };
    },
    async run(input, context) {
      if (input.command.includes("\0")) throw new ToolFailure(context.t("builtin.bash.invalid"));
      const start = await startFolder(context.workspace, context.memory);
      const timeoutMs = input.timeout_ms ?? defaultTimeoutMs;
      const result = await runShell(
        input.command,
        folders.get(input) ?? start.folder,
        timeoutMs,
        options,
        context,
      );
      const notes: string[] = [];
      if (start.gone !== undefined) {
        notes.push(
          context.t("builtin.bash.folderGone", { folder: start.gone, root: context.workspace.root }),
        );
      }
      notes.push(...(await keepFolder(result.folder, context)));
      if (result.background) notes.push(context.t("builtin.bash.background"));
      return present(result, notes, timeoutMs, context);
    },
  });
}

async function runShell(
  command: string,
  folder: string,
  timeoutMs: number,
  options: BashOptions,
  context: ToolContext,
): Promise<ShellResult> {
  const env = childEnvironment(options.environment, { keep: options.keepVariables ?? [] });
  try {
    return await spawnShell({
      command,
      folder,
      env,
      callId: context.callId,
      signal: context.signal,
      timeoutMs,
      onOutput: (text) => context.progress(text),
      onReady: (pid, start) => context.begin({ process: { pid, start } }),
    });
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined || context.signal.aborted) throw error;
    throw new ToolFailure(context.t("builtin.bash.noShell", { reason: code }), { cause: error });
  }
}

/** The folder the last command ended in, while it is there and inside the workspace. */
async function startFolder(
  workspace: Workspace,
  memory: ToolMemory,
): Promise<{ folder: string; gone?: string }> {
  const kept = memory.get(folderKey);
  if (typeof kept !== "string" || kept === workspace.root) return { folder: workspace.root };
  const resolved = await workspace.resolve(kept);
  const [found] = await Promise.allSettled([stat(resolved.real)]);
  if (resolved.outside || found.status === "rejected" || !found.value.isDirectory()) {
    return { folder: workspace.root, gone: kept };
  }
  return { folder: resolved.real };
}

/** The next command starts where this one ended, but never outside the workspace. */
async function keepFolder(ended: string | undefined, context: ToolContext): Promise<string[]> {
  const { workspace, memory, t } = context;
  if (ended === undefined) return [];
  const resolved = await workspace.resolve(ended);
  const folder = resolved.outside ? workspace.root : resolved.real;
  if (folder !== (memory.get(folderKey) ?? workspace.root)) memory.set(folderKey, folder);
  return resolved.outside
    ? [t("builtin.bash.folderReset", { folder: resolved.real, root: workspace.root })]
    : [];
}

function present(result: ShellResult, notes: string[], timeoutMs: number, { t }: ToolContext): ToolResult {
  const { exitCode, stopped } = result;
  const output = wordOutput(result.output, t);
  const details = {
    exitCode,
    ...(stopped ? { stopped } : {}),
    ...(result.folder ? { folder: result.folder } : {}),
  };
  const whole = result.output.file === undefined ? {} : { file: result.output.file };
  const failed = stopped !== undefined || exitCode !== 0;
  const ending = failed ? [wordEnd(result, timeoutMs, t), ...notes] : notes;
  const body = output === "" && !failed ? t("builtin.bash.noOutput") : output;
  const text = [body, ...ending].filter((part) => part !== "").join("\n");
  if (failed) throw new ToolFailure(text, { details, keep: "ends", ...whole });
  return { content: [{ type: "text", text }], details, keep: "ends", ...whole };
}

function wordEnd({ stopped, exitCode }: ShellResult, timeoutMs: number, t: Translate): string {
  if (stopped === "timeout") return t("builtin.bash.timedOut", { seconds: timeoutMs / 1_000 });
  if (stopped === "abort") return t("builtin.bash.cancelled");
  if (stopped === "output-limit") return t("builtin.bash.flooded", { limit: maxOutputBytes / 1024 / 1024 });
  return t("builtin.bash.failed", { code: exitCode ?? -1 });
}

function wordOutput(output: Output, t: Translate): string {
  if (output.omittedBytes === 0) return output.head.trimEnd();
  const amounts = { omitted: output.omittedBytes, total: output.totalBytes };
  const gap = t("builtin.bash.omitted", amounts);
  return `${output.head}\n\n${gap}\n\n${output.tail.trimEnd()}`;
}
