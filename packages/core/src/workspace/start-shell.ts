import { spawn, type ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { killLeftovers } from "./kill-leftovers.ts";
import { handlePath, openFolder } from "./open-resolved.ts";
import type { OutputPipe, OutputPipes } from "./output-pipes.ts";
import { callMarker, processStart, type CallProcesses } from "./process-table.ts";
import { fillDescriptor5 } from "./sandbox/descriptor-5.ts";
import { SandboxError } from "./sandbox/sandbox-error.ts";
import type { Sandbox, WrappedProgram } from "./sandbox/sandbox.ts";
import { shellProgram, shellSwitches, type ShellProgram } from "./shell-program.ts";
import { WorkspaceError } from "./workspace-error.ts";

const detailChars = 2_000;

export interface StartRequest {
  command: string;
  folder: string;
  /** The whole environment of the command; see `childEnvironment`. */
  env: Record<string, string>;
  /** The mark by which its processes are found again. */
  callId: string;
  /** What the command runs in. A `SandboxError` means that it did not run. */
  sandbox?: Sandbox;
  /** Where its output goes through. Without them, or where there are none, through a process of its own. */
  pipes?: OutputPipes;
  /** The command starts when this resolves and never when it rejects; nor if this process dies before. */
  onReady(pid: number, start: string): Promise<void>;
}

export interface StartedShell {
  child: ChildProcess;
  /** What it prints; errors too, but on Windows, where they come on the child's own stream. */
  output: Readable;
  call: CallProcesses;
  /** The exit code; null when a signal ended the shell. */
  exited: Promise<number | null>;
  /** To be called once it ended; `running` says whether it left processes behind. */
  release(running: boolean): Promise<void>;
}

/** Starts a shell of its own process group in the very folder that was resolved, and hands it its command. */
export async function startShell(request: StartRequest): Promise<StartedShell> {
  if (request.command.includes("\0"))
    throw new WorkspaceError("name-invalid", request.command, { detail: "NUL" });
  const program = shellProgram();
  const { folder, env } = request;
  const wrapped = await request.sandbox?.wrap({ program: program.runner, folder, env });
  const release = async (running: boolean): Promise<void> => wrapped?.release(running);
  try {
    return { ...(await startWrapped(program, wrapped, request)), release };
  } catch (error) {
    await release(false);
    throw error;
  }
}

async function startWrapped(
  program: ShellProgram,
  wrapped: WrappedProgram | undefined,
  request: StartRequest,
): Promise<Omit<StartedShell, "release">> {
  const pipe = await request.pipes?.take();
  const { child, up } = await spawnIn(pipe, program, wrapped, request).catch((error: unknown) => {
    pipe?.output.destroy();
    throw error;
  });
  const output = pipe?.output ?? (child.stdout as Readable);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exitCode) => resolve(exitCode));
  });
  // Without an id there is an error on its way, and `exited` rejects with it.
  if (child.pid === undefined) await exited;
  const pid = child.pid ?? 0;
  const call = { pid, start: (await processStart(pid)) ?? "", callId: request.callId };
  const gate = child.stdio[program.gate] as Writable;
  // A shell that died leaves nobody to hand the command to; its end is what is reported.
  gate.on("error", () => undefined);
  try {
    await up?.();
    (child.stdio[4] as Readable | null)?.resume();
    await request.onReady(call.pid, call.start);
  } catch (error) {
    for (const stream of [...child.stdio, output]) stream?.destroy();
    await killLeftovers(call);
    throw error;
  }
  gate.end(program.handOver(request.command));
  return { child, output, call, exited };
}

async function spawnIn(
  pipe: OutputPipe | undefined,
  program: ShellProgram,
  wrapped: WrappedProgram | undefined,
  request: StartRequest,
): Promise<{ child: ChildProcess; up: (() => Promise<void>) | undefined }> {
  const real = request.folder;
  const runner = wrapped?.program ?? program.runner;
  const [file = program.file, ...args] = pipe ? runner : [program.file, ...program.args, ...runner];
  try {
    const folder = await openFolder(real);
    try {
      const input = program.gate === 0 ? "pipe" : "ignore";
      const fifth = wrapped?.descriptor5;
      const child = spawn(file, args, {
        cwd: handlePath(folder, real),
        env: shellEnvironment(wrapped?.env ?? request.env, request.callId),
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: [
          input,
          pipe?.end ?? "pipe",
          pipe?.end ?? input,
          "pipe",
          "pipe",
          ...(fifth === undefined ? [] : ["pipe" as const]),
        ],
      });
      const output = pipe?.output ?? (child.stdout as Readable);
      const up = request.sandbox?.status === "on" ? watchStart(child, output) : undefined;
      fillDescriptor5(child, fifth);
      return { child, up };
    } finally {
      await folder.close();
    }
  } finally {
    if (pipe) closeSync(pipe.end);
  }
}

/**
 * The shell says on its own descriptor that it is there; a sandbox that fails ends without a word there. To be
 * called right after the start: Node throws away what an exited child printed and nobody listens to, and with it
 * why the sandbox failed.
 */
function watchStart(child: ChildProcess, output: Readable): () => Promise<void> {
  const keep = (): void => undefined;
  output.on("readable", keep);
  const report = child.stdio[4] as Readable;
  const reported = new Promise<boolean>((resolve) => {
    report.once("data", () => resolve(true));
    report.once("close", () => resolve(false));
  });
  return async () => {
    if (!(await reported)) throw new SandboxError("failed", { detail: await readStart(output) });
    output.off("readable", keep);
  };
}

async function readStart(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    text += chunk.toString("utf8");
    if (text.length > detailChars) break;
  }
  return text.slice(0, detailChars).trim();
}

function shellEnvironment(given: Record<string, string>, callId: string): Record<string, string> {
  const env = { ...given };
  for (const name of shellSwitches) delete env[name];
  const above = env[callMarker];
  env[callMarker] = above === undefined ? callId : `${above.slice(-1_000)}:${callId}`;
  return env;
}
