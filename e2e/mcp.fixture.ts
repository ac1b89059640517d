import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";
import { eventsOf, root, type Running } from "./kit.ts";

const require = createRequire(import.meta.url);

/** The programs of servers that nobody here wrote. */
export const programs = {
  everything: require.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  filesystem: require.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
  memory: require.resolve("@modelcontextprotocol/server-memory/dist/index.js"),
};

/** Our own small one, whose tools stand in a file. */
export const plain = join(root, "packages/core/src/runtime/mcp/plain-server.fixture.ts");

/** The texts of all results, in order. */
export function resultTexts(result: { events: SessionEvent[] }): string[] {
  return eventsOf(result, "tool.settled").map(({ content }) =>
    content.map((part) => (part.type === "text" ? part.text : `<${part.mediaType}>`)).join("\n"),
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export interface HttpServer {
  url: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** The everything server over HTTP on a free port. */
export async function startEverything(): Promise<HttpServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [programs.everything, "streamableHttp"], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("ended at once")));
    child.stderr?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("listening")) resolve();
    });
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    child,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The events that a command prints while it runs. */
export function watchEvents({ child }: Running) {
  let text = "";
  const waiting = new Set<() => void>();
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    waiting.forEach((check) => check());
  });
  child.once("close", () => waiting.forEach((check) => check()));
  const events = (): SessionEvent[] =>
    text.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line) as SessionEvent];
      } catch {
        return [];
      }
    });
  return {
    events,
    /** Resolves when so many events of a type have come. */
    saw: (type: SessionEvent["type"], count: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (events().filter((event) => event.type === type).length >= count) resolve();
          else if (child.exitCode !== null) reject(new Error(`ended without ${count} ${type}\n${text}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
  };
}
