import type { ChildProcess } from "node:child_process";
import { Writable } from "node:stream";

/** Writes what a sandboxed start reads on its descriptor 5, where the process was given one. */
export function fillDescriptor5(child: ChildProcess, bytes: Uint8Array | undefined): void {
  const pipe = (child.stdio as readonly unknown[])[5];
  if (bytes === undefined || !(pipe instanceof Writable)) return;
  // Who ended before reading it has more to say about that than the pipe.
  pipe.on("error", () => undefined);
  pipe.end(bytes);
}
