import type { Client } from "@modelcontextprotocol/client";
import type { Guard } from "../network/guard.ts";
import type { KillAtExit } from "../workspace/kill-at-exit.ts";
import type { Calls } from "./connection-calls.ts";
import type { McpLaunch, McpServer } from "./connection.ts";
import type { Failures, McpFailure } from "./failure.ts";
import type { LoginStore } from "./oauth-store.ts";
import { connectHttp } from "./connection-http.ts";
import { connectStdio } from "./connection-stdio.ts";

/** What starting a server takes. */
export interface StartSetup {
  server: McpServer;
  /** With its references resolved. */
  launch: McpLaunch;
  roots: readonly string[];
  version: string;
  environment: Record<string, string | undefined>;
  guard: Guard;
  calls: Calls;
  failures: Failures;
  atExit: KillAtExit;
  maxBytes: number;
  /** Of servers at an address: where their logins are kept. */
  store: LoginStore | undefined;
  onToolsChanged(): void;
}

/** A server that is connected. */
export interface LiveServer {
  client: Client;
  isAlive(): boolean;
  /** Whether an error says that the server does not know our session any more: then nothing of the request was done. */
  isForgotten(error: unknown): boolean;
  /** Keeps what an error says that the next login has to ask for. */
  learn(error: unknown): Promise<void>;
  explain(error: unknown): McpFailure;
  end(): Promise<void>;
}

/** A connection that is being made: what `connect` gives, and how to give it up at any moment. */
export interface Connecting {
  connect(): Promise<LiveServer>;
  explain(error: unknown): McpFailure;
  abandon(): Promise<void>;
}

/** Connects within the server's time. Nothing is left behind when that fails or is aborted. */
export async function startServer(setup: StartSetup, signal: AbortSignal): Promise<LiveServer> {
  const { server, launch, failures } = setup;
  signal.throwIfAborted();
  const connecting = launch.type === "stdio" ? connectStdio(setup, launch) : connectHttp(setup, launch);
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const seconds = Math.round(server.startMs / 1_000);
    timer = setTimeout(() => reject(failures.make("startTime", { seconds })), server.startMs);
    onAbort = () => reject(failures.make("closed"));
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    // What reads from the server outlives the call that it was started for.
    return await setup.calls.outside(() => Promise.race([connecting.connect(), stopped]));
  } catch (error) {
    const failure = connecting.explain(error);
    await connecting.abandon();
    throw failure;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
