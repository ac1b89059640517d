import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { makeOwnedFolder } from "./owned-folder.ts";

/** A pipe that has no name. */
export interface OutputPipe {
  /** For the process that prints; to be closed here once it was started. */
  end: number;
  /** What it and its children print, until none of them has the pipe open. */
  output: Socket;
}

export interface OutputPipes {
  /** Undefined where the system offers no way to such pipes. */
  take(): Promise<OutputPipe | undefined>;
}

const atOnce = 16;

/**
 * True pipes. What Node gives a child as a pipe is a socket, which cannot be opened as /dev/stdout. Only a program
 * can make a named pipe, so several are made at once; they are opened and their names removed at once too.
 */
export function createOutputPipes(temporary: string = tmpdir()): OutputPipes {
  const spare: number[] = [];
  let making: Promise<void> | undefined;
  let possible = process.platform === "linux";

  async function make(): Promise<void> {
    const folder = await makeOwnedFolder(temporary, "output");
    try {
      const names = Array.from({ length: atOnce }, (_, index) => path.join(folder, String(index)));
      await promisify(execFile)("mkfifo", ["-m", "600", ...names], { env: { PATH: "/bin:/usr/bin" } });
      for (const name of names) spare.push(openSync(name, constants.O_RDWR | constants.O_NONBLOCK));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function take(): Promise<OutputPipe | undefined> {
    const both = spare.pop();
    if (both !== undefined) return open(both);
    if (!possible) return undefined;
    making ??= make().finally(() => (making = undefined));
    // Whoever has no such program, no room or no rights there does without.
    await making.catch(() => (possible = false));
    return take();
  }

  return { take };
}

/** The two ends of a pipe that is open for both. */
function open(both: number): OutputPipe {
  const again = `/proc/self/fd/${both}`;
  const ends: number[] = [];
  try {
    const input = openSync(again, constants.O_RDONLY | constants.O_NONBLOCK);
    ends.push(input);
    const end = openSync(again, constants.O_WRONLY);
    ends.push(end);
    return { end, output: new Socket({ fd: input, readable: true, writable: false }) };
  } catch (error) {
    for (const each of ends) closeSync(each);
    throw error;
  } finally {
    closeSync(both);
  }
}
