import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path from "node:path";
import { createId } from "../protocol/index.ts";
import { childEnvironment } from "../workspace/child-environment.ts";
import { foreverMs } from "./connection-clock.ts";
import { createClient, type Negotiation } from "./connection-client.ts";
import { toFailure } from "./connection-failure.ts";
import type { Connecting, LiveServer, StartSetup } from "./connection-start.ts";
import type { McpLaunch } from "./connection.ts";
import type { StdioTransport } from "./transport-stdio.ts";

type StdioLaunch = Extract<McpLaunch, { type: "stdio" }>;

/** Answers to a handshake that only servers without one give. */
const unknownHandshake = new Set([-32_601, -32_022]);

async function isProgram(file: string): Promise<boolean> {
  const [found, allowed] = await Promise.allSettled([stat(file), access(file, constants.X_OK)]);
  return found.status === "fulfilled" && found.value.isFile() && allowed.status === "fulfilled";
}

/** Whether the shell will find a command. Not asked on Windows, where names stand for files with other endings. */
async function isFound(command: string, folder: string, searchPath: string): Promise<boolean> {
  if (process.platform === "win32") return true;
  if (command.includes("/")) return isProgram(path.resolve(folder, command));
  for (const each of searchPath.split(path.delimiter))
    if (await isProgram(path.resolve(folder, each, command))) return true;
  return false;
}

export function connectStdio(setup: StartSetup, launch: StdioLaunch): Connecting {
  const { failures, calls } = setup;
  let transport: StdioTransport | undefined;
  let versions: readonly string[] = [];
  const env = { ...childEnvironment(setup.environment), ...launch.env };
  const folder = launch.folder ?? setup.roots[0] ?? process.cwd();

  async function check(): Promise<void> {
    const [found] = await Promise.allSettled([stat(folder)]);
    if (found.status === "rejected" || !found.value.isDirectory()) throw failures.make("folder", { folder });
    if (!(await isFound(launch.command, folder, env["PATH"] ?? "")))
      throw failures.make("command", { command: launch.command });
  }

  async function open(negotiation: Negotiation): Promise<LiveServer> {
    const sdk = await import("@modelcontextprotocol/client");
    versions = sdk.SUPPORTED_PROTOCOL_VERSIONS;
    const options = {
      command: launch.command,
      args: launch.args,
      env,
      folder,
      id: createId("call"),
      maxBytes: setup.maxBytes,
      atExit: setup.atExit,
      parse: (line: string) => sdk.parseJSONRPCMessage(JSON.parse(line)),
      onLong(id: number | undefined) {
        const megabytes = Math.round(setup.maxBytes / 1024 / 1024);
        const failure = failures.make("size", { megabytes });
        if (id === undefined) calls.failAll(failure);
        else own.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32_000, message: "", data: failure } });
      },
    };
    const { createStdioTransport } =
      process.platform === "win32"
        ? await import("./transport-stdio-windows.ts")
        : await import("./transport-stdio.ts");
    const own = createStdioTransport(options);
    transport = own;
    const client = await createClient({ ...setup, words: failures.words, negotiation });
    await client.connect(own, { timeout: foreverMs });
    return {
      client,
      isAlive: () => own.ended() === undefined && client.transport !== undefined,
      isForgotten: () => false,
      learn: async () => undefined,
      explain: (error) => toFailure(error, { failures, phase: "call", stdio: own, versions }),
      end: () => own.close(),
    };
  }

  return {
    async connect() {
      await check();
      try {
        // The handshake first: asking a server for what it does not know costs its answer, or its life.
        return await open("legacy");
      } catch (error) {
        const code = error instanceof Error && "code" in error ? error.code : undefined;
        if (typeof code !== "number" || !unknownHandshake.has(code)) throw error;
        await transport?.close();
        return open("auto");
      }
    },
    explain: (error) => toFailure(error, { failures, phase: "start", stdio: transport, versions }),
    abandon: async () => transport?.close(),
  };
}
