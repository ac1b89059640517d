import { spawn, type ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { killLeftovers } from "./kill-leftovers.ts";
import { handlePath, openFolder } from "./open-resolved.ts";
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
  /** The command starts when this resolves and never when it rejects; nor if this process dies before. */
  onReady(pid: number, start: string): Promise<void>;
}

export interface StartedShell {
  child: ChildProcess;
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
  const { child, up } = await spawnIn(request.folder, program, wrapped, request);
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
    for (const stream of child.stdio) stream?.destroy();
    await killLeftovers(call);
    throw error;
  }
  gate.end(program.handOver(request.command));
  return { child, call, exited };
}

async function spawnIn(
  real: string,
  program: ShellProgram,
  wrapped: WrappedProgram | undefined,
  request: StartRequest,
): Promise<{ child: ChildProcess; up: (() => Promise<void>) | undefined }> {
  const folder = await openFolder(real);
  try {
    const input = program.gate === 0 ? "pipe" : "ignore";
    const fifth = wrapped?.descriptor5;
    const child = spawn(program.file, [...program.args, ...(wrapped?.program ?? program.runner)], {
      cwd: handlePath(folder, real),
      env: shellEnvironment(wrapped?.env ?? request.env, request.callId),
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: [input, "pipe", input, "pipe", "pipe", ...(fifth === undefined ? [] : ["pipe" as const])],
    });
    const up = request.sandbox?.status === "on" ? watchStart(child) : undefined;
    fillDescriptor5(child, fifth);
    return { child, up };
  } finally {
    await folder.close();
  }
}

/**
 * The shell says on its own descriptor that it is there; a sandbox that fails ends without a word there. To be
 * called right after the start: Node throws away what an exited child printed and nobody listens to, and with it
 * why the sandbox failed.
 */
function watchStart(child: ChildProcess): () => Promise<void> {
  const keep = (): void => undefined;
  child.stdout?.on("readable", keep);
  const report = child.stdio[4] as Readable;
  const reported = new Promise<boolean>((resolve) => {
    report.once("data", () => resolve(true));
    report.once("close", () => resolve(false));
  });
  return async () => {
    if (!(await reported)) throw new SandboxError("failed", { detail: await readStart(child.stdout) });
    child.stdout?.off("readable", keep);
  };
}

async function readStart(stream: Readable | null): Promise<string> {
  let text = "";
  for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
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
