import type { ChildProcess } from "node:child_process";
import { open, type FileHandle } from "node:fs/promises";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { ShellEnd } from "../protocol/index.ts";
import { killLeftovers } from "./kill-leftovers.ts";
import { findCall, type CallProcesses } from "./process-table.ts";
import { startShell, type StartedShell, type StartRequest } from "./start-shell.ts";

/** What a background shell may print before it is ended. */
export const maxShellBytes = 64 * 1024 * 1024;
const giveUpMs = 300;

export interface BackgroundRequest extends StartRequest {
  /** Made here, for this user only; must not exist. */
  outputFile: string;
  maxBytes?: number;
}

export interface EndedShell {
  /** Null when a signal ended the shell. */
  exitCode: number | null;
  reason: ShellEnd;
  /** Processes that let go of the output and go on. */
  background: boolean;
}

export interface BackgroundShell {
  call: CallProcesses;
  /**
   * Resolves when the shell exited and nothing holds its output open any more, or when it was stopped; all it
   * printed is then in its file. Never rejects.
   */
  ended: Promise<EndedShell>;
  /** Ends the shell with all that it started, in under two seconds. Safe to call again, and after its end. */
  stop(reason: ShellEnd): Promise<EndedShell>;
}

/**
 * Starts a command that goes on after this returns, without input and without a time limit. stdout and stderr go
 * to one file in the order they are printed. It does not keep this process alive, and does not survive it long:
 * see `createBackgroundShells`.
 */
export async function startBackgroundShell(request: BackgroundRequest): Promise<BackgroundShell> {
  const file = await open(request.outputFile, "wx", 0o600);
  try {
    const started = await startShell(request);
    letGo(started.child);
    return supervise(started, file, request.maxBytes ?? maxShellBytes);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Nothing of the shell may hold up the end of this process. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
}

function supervise(
  { child, call, exited, release }: StartedShell,
  file: FileHandle,
  maxBytes: number,
): BackgroundShell {
  let stopped: ShellEnd | undefined;
  let killed: Promise<boolean> | undefined;
  let over = false;
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<null>();

  const stop = (reason: ShellEnd): void => {
    stopped ??= reason;
    killed ??= killLeftovers(call, { ownGroup: true }).finally(() => {
      // What not even a kill ends (a dead network drive) must not hold up whoever waits.
      setTimeout(giveUp, giveUpMs, null);
    });
  };
  const written = record(child.stdout, file, maxBytes, stop);

  async function watch(): Promise<EndedShell> {
    const seen = exited.catch(() => null);
    const exitCode = await Promise.race([Promise.all([seen, written]).then(([code]) => code), givenUp]);
    child.stdout?.destroy();
    await Promise.allSettled([written, killed]);
    over = true;
    await file.close();
    const [left] = await Promise.allSettled([findCall(call, false)]);
    const background = left.status === "rejected" || left.value.length > 0;
    await Promise.allSettled([release(background)]);
    return { exitCode, background, reason: stopped ?? (exitCode === null ? "killed" : "exited") };
  }
  const ended = watch();
  return {
    call,
    ended,
    async stop(reason) {
      // Its group may be somebody else's by now, and is only ended where it is proven to be this one.
      if (over) await killLeftovers(call);
      else stop(reason);
      return ended;
    },
  };
}

/** Writes what is printed until the bound; beyond it the rest is read, so that nobody hangs, and dropped. */
async function record(
  stream: Readable | null,
  file: FileHandle,
  maxBytes: number,
  stop: (reason: ShellEnd) => void,
): Promise<void> {
  if (stream === null) return;
  let room = maxBytes;
  const fail = (): void => {
    room = 0;
    stop("output-failed");
  };
  const write = async (chunk: Uint8Array): Promise<void> => {
    await file.writeFile(chunk.subarray(0, room)).catch(fail);
    room -= chunk.length;
    if (room <= 0) stop("output-limit");
  };
  const read = async (): Promise<void> => {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) if (room > 0) await write(chunk);
  };
  await read().catch(fail);
}
