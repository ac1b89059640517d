import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Readable } from "node:stream";
import { killLeftovers } from "../workspace/kill-leftovers.ts";
import { processStart, type CallProcesses } from "../workspace/process-table.ts";
import { quote } from "./failure.ts";
import type { ServerEnd, StdioOptions, StdioTransport } from "./transport-stdio.ts";

const tailChars = 2_000;

/**
 * For Windows, where there are no process groups and the SDK knows how commands are started. A server there ends when
 * its input does, and with `close` by its tree; a line over the limit ends the connection.
 */
export function createStdioTransport(options: StdioOptions): StdioTransport {
  const inner = new StdioClientTransport({
    command: options.command,
    args: [...options.args],
    env: options.env,
    cwd: options.folder,
    stderr: "pipe",
    maxBufferSize: options.maxBytes,
  });
  let printed = "";
  let dropped = 0;
  let call: CallProcesses | undefined;
  let end: ServerEnd | undefined;
  let release = (): void => undefined;
  const stderr = inner.stderr as Readable | null;
  stderr?.setEncoding("utf8");
  stderr?.on("data", (chunk: string) => {
    printed = (printed + chunk).slice(-tailChars);
  });

  const transport: StdioTransport = {
    get pid() {
      return inner.pid ?? undefined;
    },
    stderr: null,
    ended: () => end,
    tail: () => quote(printed).trim(),
    garbage: () => dropped,
    async start() {
      Object.assign(inner, {
        onmessage: (message: JSONRPCMessage) => transport.onmessage?.(message),
        onerror(error: Error) {
          dropped += 1;
          transport.onerror?.(error);
        },
        onclose() {
          end ??= { code: null, signal: null };
          release();
          transport.onclose?.();
        },
      } satisfies Pick<Transport, "onmessage" | "onerror" | "onclose">);
      await inner.start();
      const pid = inner.pid ?? 0;
      call = { pid, start: (await processStart(pid)) ?? "", callId: options.id };
      release = options.atExit.add(call);
    },
    send: (message) => inner.send(message),
    async close() {
      const closed = inner.close();
      if (call) await killLeftovers(call, { ownGroup: true });
      await closed;
    },
  };
  return transport;
}
