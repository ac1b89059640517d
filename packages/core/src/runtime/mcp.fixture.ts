import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { textOf, type Language, type SessionId, type SessionSettings } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type Script,
  type TempWorkspace,
} from "../testing/index.ts";

export const plainServer = join(import.meta.dirname, "mcp", "plain-server.fixture.ts");

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("only inside a test, after it was set up");
  return value;
}

/** A runtime with a scripted model and the plain server at hand, for each test of a file. */
export function useMcpStage() {
  let temp: TempWorkspace | undefined;
  let runtime: Runtime | undefined;
  let offered: string[][] = [];
  beforeEach(async () => {
    temp = await createTempWorkspace();
    await mkdir(join(temp.folder, "srv"));
    offered = [];
  });
  afterEach(async () => {
    await runtime?.close();
    runtime = undefined;
    await temp?.remove();
  });
  const stage = {
    get temp() {
      return required(temp);
    },
    get runtime() {
      return required(runtime);
    },
    /** The tools of MCP of each request. */
    get offered() {
      return offered.map((names) => names.filter((name) => /^mcp/i.test(name)));
    },
    get place() {
      return { folder: stage.temp.folder };
    },
    /** The plain server as a definition. */
    plain: (more: { env?: Record<string, string> } = {}) => ({
      command: process.execPath,
      args: [plainServer, join(stage.temp.folder, "srv")],
      ...more,
    }),
    starts: async (): Promise<number> => {
      const text = await readFile(join(stage.temp.folder, "srv", "starts"), "utf8").catch(() => "");
      return text.split("\n").length - 1;
    },
    /** The tools that the plain server has from its next start on. */
    setTools: (names: readonly string[]) =>
      writeFile(join(stage.temp.folder, "srv", "tools.json"), JSON.stringify(names)),
    writeProject: (servers: Record<string, unknown>) =>
      stage.temp.write(".mcp.json", JSON.stringify({ mcpServers: servers })),
    async open(script: Script, language?: Language): Promise<Runtime> {
      await runtime?.close();
      const model = createInProcessModel(async (request) => {
        offered.push(request.tools);
        const turn = typeof script === "function" ? await script(request) : script[request.turn];
        return turn ?? "end";
      });
      runtime = await createRuntime({
        env: stage.temp.env,
        models: { scripted: model },
        ...(language ? { language } : {}),
      });
      return runtime;
    },
    async prompt(text: string, settings: Partial<SessionSettings> = {}): Promise<SessionId> {
      const { sessionId } = await stage.runtime.prompt({
        text,
        settings: { model: "scripted", ...settings },
        folder: stage.temp.folder,
      });
      return sessionId;
    },
    /** `name status: text` of each call. */
    async calls(id: SessionId): Promise<string[]> {
      const view = await stage.runtime.sessions.open(id);
      return Object.values(view.calls).map(
        (call) => `${call.name} ${call.status}: ${textOf(call.content ?? [])}`,
      );
    },
  };
  return stage;
}
