import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fillDescriptor5 } from "./descriptor-5.ts";
import type { Program } from "./sandbox.ts";

const tryMs = 5_000;

/**
 * Starts bubblewrap with these arguments around a program that prints what nothing else would print. Undefined when
 * it did, else why not.
 */
export function tryBubblewrap(start: Program, filter: Uint8Array): Promise<string | undefined> {
  const word = `in-${process.pid}`;
  const [file = "", ...args] = start;
  return new Promise((resolve) => {
    const child = spawn(file, [...args, "--", "/bin/sh", "-c", 'echo "$0-$$"', word], {
      env: {},
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "pipe"],
      timeout: tryMs,
      killSignal: "SIGKILL",
    });
    let output = "";
    const collect = (stream: Readable | null) =>
      stream?.on("data", (chunk: Buffer) => {
        if (output.length < 2_000) output += chunk.toString("utf8");
      });
    collect(child.stdout);
    collect(child.stderr);
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => {
      // Its process has number 2 only behind the wall.
      resolve(code === 0 && output === `${word}-2\n` ? undefined : output.trim() || `exit ${String(code)}`);
    });
    fillDescriptor5(child, filter);
  });
}
