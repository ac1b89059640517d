import { spawn } from "node:child_process";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { setTimeout as delay } from "node:timers/promises";
import type { Writable } from "node:stream";
import type { KillAtExit } from "../workspace/kill-at-exit.ts";
import { killLeftovers } from "../workspace/kill-leftovers.ts";
import { callMarker, processStart, type CallProcesses } from "../workspace/process-table.ts";
import { createStdioReader, type StdioReader } from "./transport-stdio-reader.ts";

const graceMs = 300;
const drainMs = 200;

/** How a process ended. */
export interface ServerEnd {
  code: number | null;
  signal: string | null;
}

/** A server that talks on its standard streams, in a process group of its own. */
export interface StdioTransport extends Transport {
  readonly pid: number | undefined;
  /** That there is one tells the SDK that nobody answers who does not know a request. */
  readonly stderr: null;
  ended(): ServerEnd | undefined;
  /** The end of what it printed for people. */
  tail(): string;
  /** Lines of its output that were no messages. */
  garbage(): number;
}

export interface StdioOptions {
  command: string;
  args: readonly string[];
  /** The whole environment of the server. */
  env: Record<string, string>;
  folder: string;
  /** The mark by which its processes are found again. */
  id: string;
  maxBytes: number;
  atExit: KillAtExit;
  parse(line: string): JSONRPCMessage;
  /** A message over the limit was not read; `id`: of the request that it answers, where that can be told. */
  onLong(id: number | undefined): void;
}

/**
 * The shell becomes the server. Before, it leaves a watchman behind that belongs to nobody and sits in the same group,
 * so that the id of the group stays ours while it lives. Descriptor 3 ends with this process, however it ends: then
 * the watchman ends the group, and what left it by its mark where the system shows environments.
 */
const launcher = `
mark=$1
shift
( (
  exec </dev/null >/dev/null 2>&1
  PATH=/usr/bin:/bin
  read -r line <&3
  trap '' TERM
  kill -s TERM -- "-$$"
  sleep 0.5
  for each in /proc/[0-9]*; do
    if grep -qsF "$mark" "$each/environ"; then kill -s KILL "\${each#/proc/}"; fi
  done
  kill -s KILL -- "-$$"
) & )
exec 3<&-
export ${callMarker}="$mark"
exec "$@"
`;

function markOf(env: Readonly<Record<string, string>>, id: string): string {
  const above = env[callMarker];
  return above === undefined ? id : `${above.slice(-1_000)}:${id}`;
}

/** For every system but Windows. */
export function createStdioTransport(options: StdioOptions): StdioTransport {
  const { env, id } = options;
  let child: ReturnType<typeof launch> | undefined;
  let call: CallProcesses | undefined;
  let end: ServerEnd | undefined;
  let reader: StdioReader | undefined;
  let release = (): void => undefined;
  let closing: Promise<void> | undefined;
  let isClosed = false;

  function launch() {
    const { [callMarker]: _, ...rest } = env;
    const args = ["-c", launcher, "sh", markOf(env, id), options.command, ...options.args];
    return spawn("/bin/sh", args, {
      cwd: options.folder,
      env: rest,
      detached: true,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
  }

  const lifeline = (): Writable | undefined => child?.stdio[3] as Writable | undefined;

  function finish(): void {
    if (isClosed) return;
    isClosed = true;
    release();
    lifeline()?.destroy();
    for (const stream of child?.stdio ?? []) stream?.destroy();
    transport.onclose?.();
  }

  /** The server is gone: what it left behind goes too, and what it printed last is read. */
  async function onExit(code: number | null, signal: string | null): Promise<void> {
    end = { code, signal };
    const drained = reader?.drained() ?? Promise.resolve();
    await Promise.race([drained, delay(drainMs)]);
    finish();
    if (call) await killLeftovers(call);
  }

  async function stop(): Promise<void> {
    if (!child || !call) return finish();
    child.stdin.end();
    const exited = new Promise<boolean>((resolve) => {
      if (end) resolve(true);
      else child?.once("exit", () => resolve(true));
    });
    const isGone = await Promise.race([exited, delay(graceMs, false)]);
    // The group is ours as long as its leader has not been waited for.
    await killLeftovers(call, { ownGroup: !isGone });
    finish();
  }

  const transport: StdioTransport = {
    get pid() {
      return child?.pid;
    },
    stderr: null,
    ended: () => end,
    tail: () => reader?.tail() ?? "",
    garbage: () => reader?.garbage() ?? 0,

    async start() {
      child = launch();
      // One that dies early leaves nobody to write to; its end is what is reported.
      for (const stream of child.stdio) stream?.on("error", () => undefined);
      reader = createStdioReader(child, {
        maxBytes: options.maxBytes,
        parse: options.parse,
        onMessage: (message) => transport.onmessage?.(message),
        onLong: options.onLong,
      });
      child.once("exit", (code, signal) => void onExit(code, signal));
      await new Promise<void>((resolve, reject) => {
        child?.once("spawn", resolve);
        child?.once("error", reject);
      });
      const pid = child.pid ?? 0;
      call = { pid, start: (await processStart(pid)) ?? "", callId: id };
      release = options.atExit.add(call);
      if (isClosed) release();
    },

    send: (message) =>
      new Promise((resolve, reject) => {
        if (!child || isClosed || end) return reject(new Error("the server has ended"));
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      }),

    close: () => (closing ??= stop()),
  };
  return transport;
}
