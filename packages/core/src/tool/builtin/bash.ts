import { z } from "zod";
import type { Translate } from "../../protocol/index.ts";
import { childEnvironment, type Environment } from "../../workspace/child-environment.ts";
import { escapeControls } from "../../workspace/escape-controls.ts";
import type { Output } from "../../workspace/output-buffer.ts";
import { createOutputPipes, type OutputPipes } from "../../workspace/output-pipes.ts";
import type { CallProcesses } from "../../workspace/process-table.ts";
import { SandboxError } from "../../workspace/sandbox/sandbox-error.ts";
import { maxOutputBytes, spawnShell, type ShellResult } from "../../workspace/spawn-shell.ts";
import { systemCode } from "../../workspace/workspace-error.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import {
  defineTool,
  ToolFailure,
  type Resource,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../define-tool.ts";
import { keepFolder, startFolder } from "./shell-folder.ts";
import { startBackground, type BackgroundCommand } from "./start-background.ts";
import { createFindSuspects } from "./suspect-path.ts";

const defaultTimeoutMs = 30_000;
const maxTimeoutMs = 600_000;

export interface BashOptions {
  /** The environment that commands inherit, secrets still in it. */
  environment: Environment;
  /** Names of variables that commands get although they look like secrets. */
  keepVariables?: readonly string[];
}

export function createBashTool(t: Translate, options: BashOptions): Tool {
  const folders = new WeakMap<object, string>();
  const pipes = createOutputPipes();
  const findSuspects = createFindSuspects();
  const childEnv = () => childEnvironment(options.environment, { keep: options.keepVariables ?? [] });

  /** PowerShell is not taken apart: on Windows every command is judged as a whole. */
  async function describeResources(
    command: string,
    folder: string,
    workspace: Workspace,
  ): Promise<Resource[]> {
    if (process.platform === "win32") return [{ kind: "command", command, folder, parts: null }];
    const { commandResources } = await import("../../permission/shell/command-resources.ts");
    const searchPath = await findSuspects(childEnv()["PATH"] ?? "", workspace);
    return commandResources(command, folder, {
      resolve: (path) => workspace.resolve(path, folder),
      ...(searchPath === undefined ? {} : { searchPath }),
    });
  }

  return defineTool({
    name: "Bash",
    description: t("builtin.bash.description"),
    input: z.object({
      command: z.string().min(1).describe(t("builtin.bash.command")),
      timeout_ms: z.number().int().min(1).max(maxTimeoutMs).optional().describe(t("builtin.bash.timeout")),
      background: z.boolean().optional().describe(t("shell.bash.background")),
      description: z.string().optional().describe(t("builtin.bash.purpose")),
    }),
    aliases: { timeout: "timeout_ms", cmd: "command", run_in_background: "background" },
    effect: "execute",
    async describe(input, workspace, memory) {
      if (input.command.includes("\0")) throw new ToolFailure(t("builtin.bash.invalid"));
      const { folder } = await startFolder(workspace, memory);
      folders.set(input, folder);
      const command = escapeControls(input.command);
      return {
        title: input.background === true ? t("shell.title", { command }) : `Bash ${command}`,
        resources: await describeResources(input.command, folder, workspace),
      };
    },
    async run(input, context) {
      if (input.command.includes("\0")) throw new ToolFailure(context.t("builtin.bash.invalid"));
      const start = await startFolder(context.workspace, context.memory);
      const env = childEnv();
      const request: BackgroundCommand = {
        command: input.command,
        folder: folders.get(input) ?? start.folder,
        env,
        ...(context.sandbox ? { sandbox: context.sandbox } : {}),
        ...(context.outputFolder === undefined ? {} : { outputFolder: context.outputFolder }),
      };
      const notes: string[] = [];
      if (start.gone !== undefined) {
        notes.push(
          context.t("builtin.bash.folderGone", { folder: start.gone, root: context.workspace.root }),
        );
      }
      if (input.background === true) {
        return withShellFailure(context, () => startBackground(request, notes, context));
      }
      const timeoutMs = input.timeout_ms ?? defaultTimeoutMs;
      const result = await withShellFailure(context, () =>
        runShell({ ...request, pipes }, timeoutMs, context),
      );
      notes.push(...(await keepFolder(result.folder, context)));
      if (result.background) notes.push(context.t("builtin.bash.background"));
      return present(result, notes, timeoutMs, context);
    },
  });
}

/** Runs a command to its end. What it leaves in the background ends with this process. */
async function runShell(
  request: BackgroundCommand & { pipes: OutputPipes },
  timeoutMs: number,
  context: ToolContext,
): Promise<ShellResult> {
  const { callId, signal } = context;
  let call: CallProcesses | undefined;
  const result = await spawnShell({
    ...request,
    callId,
    signal,
    timeoutMs,
    onOutput: (text) => context.progress(text),
    onReady: async (pid, start) => {
      call = { pid, start, callId };
      await context.begin({ process: { pid, start } });
    },
  });
  if (result.background && call) context.shells?.adopt(call);
  return result;
}

async function withShellFailure<T>(context: ToolContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (SandboxError.is(error)) {
      const key = error.code === "failed" ? "shell.sandboxFailed" : "shell.sandboxMissing";
      throw new ToolFailure(context.t(key, { reason: error.message }), { cause: error });
    }
    const code = systemCode(error);
    if (code === undefined || context.signal.aborted) throw error;
    throw new ToolFailure(context.t("builtin.bash.noShell", { reason: code }), { cause: error });
  }
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
