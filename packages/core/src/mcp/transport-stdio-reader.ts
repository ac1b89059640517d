import { once } from "node:events";
import type { Readable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { quote } from "./failure.ts";
import { createLineReader, findAnsweredId } from "./transport-lines.ts";

const tailChars = 2_000;

export interface StdioReader {
  /** The end of what was printed for people. */
  tail(): string;
  /** How many lines were no messages. */
  garbage(): number;
  /** When both streams are read to their ends; a process that outlives the server may hold them open. */
  drained(): Promise<unknown>;
}

export interface StdioReaderOptions {
  maxBytes: number;
  parse(line: string): JSONRPCMessage;
  onMessage(message: JSONRPCMessage): void;
  /** A message over the limit was read past; `id`: of the request that it answers, where that can be told. */
  onLong(id: number | undefined): void;
}

/** Reads both outputs of a server, with bounded memory whatever it prints. */
export function createStdioReader(
  streams: { stdout: Readable; stderr: Readable },
  options: StdioReaderOptions,
): StdioReader {
  let printed = "";
  let dropped = 0;
  const lines = createLineReader({
    maxBytes: options.maxBytes,
    onLine(line) {
      if (line.trim() === "") return;
      let message: JSONRPCMessage;
      try {
        message = options.parse(line);
      } catch {
        // Servers print logs where only messages belong: whoever starts one is told how many.
        dropped += 1;
        return;
      }
      options.onMessage(message);
    },
    onLong(line) {
      dropped += 1;
      if (line.head.trimStart().startsWith("{")) options.onLong(findAnsweredId(line));
    },
  });
  const ends = Promise.allSettled([once(streams.stdout, "close"), once(streams.stderr, "close")]);
  streams.stdout.on("data", (chunk: Buffer) => lines.push(chunk));
  streams.stderr.setEncoding("utf8");
  streams.stderr.on("data", (chunk: string) => {
    printed = (printed + chunk).slice(-tailChars);
  });
  return {
    tail: () => quote(printed).trim(),
    garbage: () => dropped,
    drained: () => ends,
  };
}
