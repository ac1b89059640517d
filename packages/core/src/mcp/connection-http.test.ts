import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, freePort, publicServer, serverOf, until, useConnections } from "./connections.fixture.ts";
import type { ElicitRequest, McpServer } from "./connection.ts";

const stage = useConnections();

async function startEverything(kind: "streamableHttp" | "sse") {
  const port = await freePort();
  const child = spawn(process.execPath, [publicServer("everything"), kind], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (/listening on|running on/i.test(printed)) resolve();
      });
  });
  return { child, port, printed: () => printed };
}

const everything = (
  port: number,
  type: "http" | "sse" = "http",
  path = type === "http" ? "mcp" : "sse",
): McpServer => serverOf({ type, url: `http://127.0.0.1:${port}/${path}`, headers: {} });

describe.each([
  ["streamable HTTP", "streamableHttp", "http", "mcp"],
  ["the older event stream", "sse", "sse", "sse"],
  ["the older event stream, found out", "sse", "http", "sse"],
] as const)("server-everything over %s", (_name, kind, type, path) => {
  let child: ChildProcess;
  let port = 0;
  let printed: () => string;
  beforeAll(async () => {
    ({ child, port, printed } = await startEverything(kind));
  });
  afterAll(async () => {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  });

  it("works as over standard streams", async () => {
    const connections = stage.create();
    const connection = connections.open(everything(port, type, path), [stage.folder()]);
    expect((await connection.tools()).map((tool) => tool.name)).toContain("echo");
    expect(await call(connection, "echo", { message: "hi" })).toMatchObject({
      content: [{ text: "Echo: hi" }],
    });
    const image = await call(connection, "get-tiny-image");
    expect(image.content.map((part) => part.type)).toContain("image");
    const steps: string[] = [];
    await call(
      connection,
      "trigger-long-running-operation",
      { duration: 0.3, steps: 3 },
      { progress: (text: string) => steps.push(text) },
    );
    expect(steps.slice(0, 2)).toEqual(["1/3", "2/3"]);
    const elicit = async () => ({ action: "accept" as const, content: { name: "Ada" } });
    const asked = await call(connection, "trigger-elicitation-request", {}, { elicit });
    expect(JSON.stringify(asked.content)).toContain("Ada");
    expect(JSON.stringify((await call(connection, "get-roots-list")).content)).toContain(stage.folder());
    expect((await connection.resources()).length).toBeGreaterThan(3);
    expect(await connection.prompt("args-prompt", { city: "Bern" })).toContain("Bern");

    const controller = new AbortController();
    const pending = connection.call(
      "trigger-long-running-operation",
      { duration: 30, steps: 2 },
      { signal: controller.signal },
    );
    controller.abort(new Error("enough"));
    await expect(pending).rejects.toThrow("enough");
    const began = performance.now();
    await connections.close();
    expect(performance.now() - began).toBeLessThan(2_000);
    if (kind === "streamableHttp") await until(printed).toMatch(/session termination request/i);
  });
});

describe("two calls at once over streamable HTTP", () => {
  it("each get their own questions", async () => {
    const { child, port } = await startEverything("streamableHttp");
    try {
      const connection = stage.create().open(everything(port));
      await connection.tools();
      const answerAs = (name: string) => async (_request: ElicitRequest) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { action: "accept" as const, content: { name } };
      };
      const results = await Promise.all(
        ["Ada", "Bob"].map((name) =>
          call(connection, "trigger-elicitation-request", {}, { elicit: answerAs(name) }),
        ),
      );
      expect(results.map((result) => /Name: (\w+)/.exec(JSON.stringify(result.content))?.[1])).toEqual([
        "Ada",
        "Bob",
      ]);
    } finally {
      child.kill("SIGKILL");
    }
  });
});

describe.each(["streamableHttp", "sse"] as const)(
  "server-everything over %s that is killed in a call",
  (kind) => {
    it("is a failure soon, and nothing hangs after it", async () => {
      const { child, port } = await startEverything(kind);
      const connection = stage.create().open(everything(port, kind === "sse" ? "sse" : "http"));
      await connection.tools();
      const pending = call(
        connection,
        "trigger-long-running-operation",
        { duration: 60, steps: 600 },
        { progress: () => child.kill("SIGKILL") },
      );
      const began = performance.now();
      await expect(pending).rejects.toMatchObject({ kind: "lost" });
      expect(performance.now() - began).toBeLessThan(10_000);
      await expect(call(connection, "echo", { message: "there?" })).rejects.toMatchObject({
        kind: expect.stringMatching(/^(?:lost|unreachable)$/) as string,
      });
    });
  },
);
