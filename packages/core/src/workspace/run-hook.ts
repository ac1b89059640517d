import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createKillAtExit } from "./kill-at-exit.ts";
import { killLeftovers } from "./kill-leftovers.ts";
import { handlePath, openFolder } from "./open-resolved.ts";
import { callMarker, processStart, type CallProcesses } from "./process-table.ts";
import { fillDescriptor5 } from "./sandbox/descriptor-5.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { shellSwitches } from "./shell-program.ts";

/** What a hook may print in all before it is ended. */
export const maxHookBytes = 1024 * 1024;
const graceMs = 300;

export interface HookRequest {
  command: string;
  folder: string;
  /** The whole environment of the command; see `childEnvironment`. */
  env: Record<string, string>;
  /** What it reads on its standard input. */
  input: string;
  /** The mark by which its processes are found again. */
  id: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** What the command runs in. A `SandboxError` means that it did not run. */
  sandbox?: Sandbox;
}

export interface HookResult {
  /** Null when a signal ended it. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** Why we ended it, if we did. */
  stopped?: "timeout" | "abort" | "output-limit";
}

/**
 * What we give a child as a pipe is a socket, and a socket cannot be opened as /dev/stdin or /dev/stderr, which
 * scripts do. So all three go through true pipes.
 */
const relay = [
  'exec < <(exec "$0" 5<&-)',
  'exec > >(exec "$0" 5<&-) 2> >(exec "$0" >&2 5<&-)',
  'exec "$@"',
].join("; ");

interface Programs {
  outer: readonly string[];
  /** What a sandbox goes around. */
  inner: readonly string[];
}

function programAt(name: string): string {
  return [`/bin/${name}`, `/usr/bin/${name}`].find((file) => existsSync(file)) ?? name;
}

function programsFor(command: string): Programs {
  if (process.platform === "win32")
    return { outer: [], inner: ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", command] };
  const bash = programAt("bash");
  const plain = ["--noprofile", "--norc", "-c"];
  return { outer: [bash, ...plain, relay, programAt("cat")], inner: [bash, ...plain, command] };
}

/** Keeps what comes on a stream as long as all of them together stay below the limit. */
function collect(child: ChildProcess, onLimit: () => void): { stdout(): string; stderr(): string } {
  let total = 0;
  const read = (stream: Readable | null): (() => string) => {
    const chunks: Buffer[] = [];
    stream?.on("data", (chunk: Buffer) => {
      if (total >= maxHookBytes) return;
      total += chunk.length;
      chunks.push(chunk);
      if (total >= maxHookBytes) onLimit();
    });
    stream?.on("error", () => undefined);
    return () => Buffer.concat(chunks).toString("utf8");
  };
  return { stdout: read(child.stdout), stderr: read(child.stderr) };
}

function environmentOf(given: Record<string, string>, id: string): Record<string, string> {
  const env = { ...given };
  for (const name of shellSwitches) delete env[name];
  const above = env[callMarker];
  env[callMarker] = above === undefined ? id : `${above.slice(-1_000)}:${id}`;
  return env;
}

/** True where the promise came within the time. */
async function within(done: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false);
  return Promise.race([done.then(() => true), late]).finally(() => timer.abort());
}

async function supervise(child: ChildProcess, request: HookRequest): Promise<HookResult> {
  const { signal, timeoutMs, id } = request;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code));
  });
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  let stopped: HookResult["stopped"];
  let call: CallProcesses | undefined;
  let giveUp: (code: null) => void = () => undefined;
  const givenUp = new Promise<null>((resolve) => {
    giveUp = resolve;
  });
  // What not even a kill ends must not hold up the run.
  const end = (processes: CallProcesses): void =>
    void killLeftovers(processes, { ownGroup: true }).finally(() => setTimeout(giveUp, graceMs, null));
  const stop = (why: NonNullable<HookResult["stopped"]>): void => {
    if (stopped !== undefined) return;
    stopped = why;
    if (call) end(call);
  };
  const output = collect(child, () => stop("output-limit"));
  // Without an id there is an error on its way, and `ended` rejects with it.
  if (child.pid === undefined) await ended;
  const pid = child.pid ?? 0;
  call = { pid, start: (await processStart(pid)) ?? "", callId: id };
  // It may have printed too much before it was known.
  if (stopped !== undefined) end(call);
  const forget = createKillAtExit().add(call);
  const timer = setTimeout(() => stop("timeout"), timeoutMs);
  const onAbort = (): void => stop("abort");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(request.input);
  try {
    const exitCode = await Promise.race([ended, givenUp]);
    clearTimeout(timer);
    // What it left behind holds its output open, or went away from it: nothing of a hook outlives it.
    const isOpen = !(await within(closed, graceMs));
    await killLeftovers(call, isOpen ? { ownGroup: true } : {});
    if (isOpen) await within(closed, graceMs);
    const result = { exitCode, stdout: output.stdout(), stderr: output.stderr() };
    return stopped === undefined ? result : { ...result, stopped };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    forget();
    for (const stream of child.stdio) stream?.destroy();
    child.unref();
  }
}

/**
 * Runs a command with a text on its standard input, in a process group of its own, to its end: within its time, with
 * bounded output, and with nothing left running behind it.
 */
export async function runHook(request: HookRequest): Promise<HookResult> {
  request.signal.throwIfAborted();
  const { folder, sandbox } = request;
  const { outer, inner } = programsFor(request.command);
  const wrapped = await sandbox?.wrap({ program: inner, folder, env: request.env });
  try {
    const handle = await openFolder(folder);
    try {
      const [file = "", ...args] = [...outer, ...(wrapped?.program ?? inner)];
      const child = spawn(file, args, {
        cwd: handlePath(handle, folder),
        env: environmentOf(wrapped?.env ?? request.env, request.id),
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe", "ignore", "ignore", wrapped?.descriptor5 ? "pipe" : "ignore"],
      });
      fillDescriptor5(child, wrapped?.descriptor5);
      // At once: it may have ended before anything else is waited for.
      return await supervise(child, request);
    } finally {
      await handle.close();
    }
  } finally {
    await wrapped?.release(false);
  }
}
