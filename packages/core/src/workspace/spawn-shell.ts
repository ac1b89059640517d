import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import type { Readable } from "node:stream";
import { killLeftovers } from "./kill-leftovers.ts";
import { createOutputBuffer, type Output, type OutputBuffer } from "./output-buffer.ts";
import { findCall, type CallProcesses } from "./process-table.ts";
import type { OutputPipes } from "./output-pipes.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { startShell, type StartedShell } from "./start-shell.ts";

/** What a command may print before it is ended. */
export const maxOutputBytes = 64 * 1024 * 1024;
const pipeGraceMs = 300;
const drainMs = 5_000;
const progressMs = 100;
const progressChars = 8_000;
/** What puts something into the background and lets go of its output. */
const mayStay = /(?<![&|<>])&(?![&>])|\b(?:nohup|setsid|disown|coproc|daemon)/;

export interface ShellRequest {
  command: string;
  folder: string;
  /** The whole environment of the command; see `childEnvironment`. */
  env: Record<string, string>;
  callId: string;
  signal: AbortSignal;
  timeoutMs: number;
  /** Pieces of the output while it comes, some ten a second; of a flood only the newest part of each. */
  onOutput?: (text: string) => void;
  /** The command starts when this resolves and never when it rejects; nor if this process dies before. */
  onReady(pid: number, start: string): Promise<void>;
  /** Where a long output is written. Default: the system's temporary folder. */
  outputFolder?: string;
  /** What the command runs in. A `SandboxError` means that it did not run. */
  sandbox?: Sandbox;
  /** See `StartRequest`. */
  pipes?: OutputPipes;
}

export interface ShellResult {
  /** Null when a signal ended the shell. */
  exitCode: number | null;
  output: Output;
  /** The real folder in which the shell ended; undefined where it could not say (`exec`, killed). */
  folder: string | undefined;
  /** Why we ended it, if we did. Its whole tree is then dead. */
  stopped: "timeout" | "abort" | "output-limit" | undefined;
  /** Processes that the command put into the background and left running; only after exit code 0. */
  background: boolean;
}

/**
 * Runs a command in a shell of its own process group, without input, and returns when the shell ended. What it
 * left in the background keeps running if the command succeeded, and is ended if it did not. A background
 * process that holds the output open does not hold up the result; what it prints later is dropped.
 */
export async function spawnShell(request: ShellRequest): Promise<ShellResult> {
  request.signal.throwIfAborted();
  const shell = await startShell({
    ...request,
    async onReady(pid, start) {
      await request.onReady(pid, start);
      request.signal.throwIfAborted();
    },
  });
  let background = false;
  try {
    const result = await supervise(shell, request);
    ({ background } = result);
    return result;
  } finally {
    await shell.release(background);
  }
}

async function supervise(
  { child, output, call, exited }: StartedShell,
  request: ShellRequest,
): Promise<ShellResult> {
  const ended = exited.then((exitCode) => ({ exitCode }));
  let stopped: ShellResult["stopped"];
  let killed: Promise<boolean> | undefined;
  let giveUp: (end: { exitCode: null }) => void;
  const givenUp = new Promise<{ exitCode: null }>((resolve) => {
    giveUp = resolve;
  });
  const stop = (reason: NonNullable<ShellResult["stopped"]>) => {
    stopped ??= reason;
    killed ??= killLeftovers(call, { ownGroup: true }).finally(() => {
      // What not even a kill ends (a dead network drive) must not hold up the call.
      setTimeout(giveUp, pipeGraceMs, { exitCode: null });
    });
  };
  const timer = setTimeout(() => stop("timeout"), request.timeoutMs);
  const onAbort = () => stop("abort");
  request.signal.addEventListener("abort", onAbort, { once: true });

  const buffer = createOutputBuffer(request.outputFolder ?? tmpdir());
  const progress = createProgress(request.onOutput);
  const reading = collect(
    child,
    output,
    buffer,
    (text) => progress.add(text),
    () => stop("output-limit"),
  );
  // Reading may fail long before its end is waited for: the failure is thrown there.
  reading.done.catch(() => stop("output-limit"));
  const folder = readFolder(child.stdio[4] as Readable | null);
  try {
    const { exitCode } = await Promise.race([ended, givenUp]);
    clearTimeout(timer);
    request.signal.removeEventListener("abort", onAbort);
    await killed;
    let background = !(await settle(reading.done, call, request.command));
    if (background && exitCode !== 0) {
      await killLeftovers(call, { ownGroup: true });
      background = !(await settle(reading.done, call, request.command));
    }
    await reading.detach();
    return { exitCode, output: await buffer.finish(), folder: folder(), stopped, background };
  } catch (error) {
    await buffer.discard();
    throw error;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", onAbort);
    progress.end();
  }
}

/** Waits for the end of the output; false when a process in the background keeps it open. */
async function settle(done: Promise<void>, call: CallProcesses, command: string): Promise<boolean> {
  const within = (ms: number) => {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, ms, false);
    return Promise.race([done.then(() => true), late]).finally(() => clearTimeout(timer));
  };
  // Looking through all processes costs as much as a small command: only where something may have stayed.
  if (await within(pipeGraceMs)) return !mayStay.test(command) || (await findCall(call, false)).length === 0;
  if (process.platform === "linux" && (await findCall(call, false)).length === 0) return within(drainMs);
  return false;
}

interface Reading {
  done: Promise<void>;
  /** From here on the output is read, so that its writer is not blocked, and dropped; it holds up no exit. */
  detach(): Promise<void>;
}

function collect(
  child: ChildProcess,
  output: Readable,
  buffer: OutputBuffer,
  onText: (text: string) => void,
  onLimit: () => void,
): Reading {
  let detached = false;
  let writing: Promise<void> = Promise.resolve();
  const read = async (stream: Readable | null) => {
    if (stream === null) return;
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (detached || buffer.totalBytes >= maxOutputBytes) continue;
      writing = buffer.write(chunk);
      await writing;
      onText(decoder.decode(chunk, { stream: true }));
      if (buffer.totalBytes >= maxOutputBytes) onLimit();
    }
  };
  return {
    done: Promise.all([read(output), read(child.stderr)]).then(() => undefined),
    async detach() {
      detached = true;
      await writing;
      for (const stream of [...child.stdio, output]) if (stream instanceof Socket) stream.unref();
      child.unref();
    },
  };
}

/** The newest of what arrived on the folder's descriptor, as a path; a NUL before it says only that the shell came up. */
function readFolder(stream: Readable | null): () => string | undefined {
  let text = Buffer.alloc(0);
  stream?.on("data", (chunk: Buffer) => {
    text = Buffer.concat([text, chunk]).subarray(-8_192);
  });
  return () => {
    const folder = text.toString("utf8").replace(/^.*\0/s, "").replace(/\n$/, "");
    return folder.startsWith("/") ? folder : undefined;
  };
}

function createProgress(onOutput: ShellRequest["onOutput"]) {
  let pending = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (pending !== "") onOutput?.(pending);
    pending = "";
  };
  return {
    add(text: string) {
      if (onOutput === undefined) return;
      pending = (pending + text).slice(-progressChars);
      timer ??= setTimeout(flush, progressMs);
    },
    end() {
      clearTimeout(timer);
      flush();
    },
  };
}
