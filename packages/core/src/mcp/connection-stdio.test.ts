import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { callMarker } from "../workspace/process-table.ts";
import { call, failureOf, serverOf, until, useConnections } from "./connections.fixture.ts";
import type { ElicitRequest, McpConnection } from "./connection.ts";

const stage = useConnections();

/** All living processes that carry a mark, wherever they are. */
function marked(mark: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const isDead = /\) [ZX] /.test(stat);
      const environ = readFileSync(`/proc/${name}/environ`, "latin1").split("\0");
      return !isDead && environ.some((line) => line === `${callMarker}=${mark}`) ? [Number(name)] : [];
    } catch {
      // Gone meanwhile.
      return [];
    }
  });
}

const markOf = async (connection: McpConnection): Promise<string> => {
  const { content } = await call(connection, "environment", { name: callMarker });
  const [part] = content;
  return part?.type === "text" ? part.text : "";
};

describe("a server that fails", () => {
  it("at its start: how, and what it printed", async () => {
    const connection = stage.create().open(stage.hostile("crash"));
    const failure = await failureOf(connection.tools());
    expect(failure).toMatchObject({ kind: "start", server: "it" });
    expect(failure.message).toBe(
      "MCP server it ended while it was starting (exit code 3).\nThe end of what it printed:\ncannot find my settings",
    );
    expect(connection.state()).toBe("failed");
  });

  it("by hanging at its start: ended after its time", async () => {
    const connection = stage.create().open(stage.hostile("hang", { startMs: 1_000 }));
    const began = performance.now();
    expect(await failureOf(connection.tools())).toMatchObject({ kind: "startTime" });
    expect(performance.now() - began).toBeLessThan(3_500);
  });

  it.each([
    ["a command that is not there", { command: "no-such-command-here" }, "command"],
    ["a command that is no program", { command: "./package.json" }, "command"],
    ["a folder that is not there", { folder: "/no/such/folder" }, "folder"],
  ])("by %s", async (_name, more, kind) => {
    const launch = { type: "stdio" as const, command: "node", args: [], env: {}, ...more };
    expect(await failureOf(stage.create().open(serverOf(launch)).tools())).toMatchObject({ kind });
  });

  it("by a protocol of its own", async () => {
    const failure = await failureOf(stage.create().open(stage.hostile("version")).tools());
    expect(failure.kind).toBe("version");
    expect(failure.message).toMatch(/speaks version 1999-01-01 .* 2025-11-25, 2025-06-18/);
  });

  it("in a call: says so, and the next call starts it again, but not for ever", async () => {
    const connection = stage.create().open(stage.hostile());
    let changes = 0;
    connection.onToolsChanged(() => (changes += 1));
    const failure = await failureOf(call(connection, "crash"));
    expect(failure.message).toBe(
      "MCP server it ended before it answered (exit code 7). The next call starts it again.\n" +
        "The end of what it printed:\n[31mout of luck[0m",
    );
    expect(await call(connection, "echo", { a: 1 })).toMatchObject({ content: [{ text: '{"a":1}' }] });
    expect(changes).toBe(1);
    for (let each = 0; each < 3; each += 1)
      expect((await failureOf(call(connection, "crash"))).kind).toBe("crash");
    const began = performance.now();
    const last = await failureOf(call(connection, "echo"));
    expect(last.kind).toBe("restarts");
    expect(last.message).toContain("out of luck");
    expect(performance.now() - began).toBeLessThan(500);
  });

  it("by not answering: told to stop after its time, and still there", async () => {
    const connection = stage.create().open(stage.hostile("ok", { callMs: 400 }));
    await connection.tools();
    expect(await failureOf(call(connection, "hang"))).toMatchObject({ kind: "callTime" });
    await until(stage.told).toContain(
      '"method":"notifications/cancelled","params":{"requestId":2,"reason":"timeout"}',
    );
    expect(await call(connection, "echo")).toMatchObject({ isError: false });
  });

  it("with an error: its words, without what was entered for it", async () => {
    const connection = stage.create().open(stage.hostile("ok", {}, { PRIVATE_TOKEN: "hush-hush-hush" }));
    const failure = await failureOf(call(connection, "refuse"));
    expect(failure.message).toBe("MCP server it answered with an error: no: ***");
  });
});

describe("a call", () => {
  it("that is aborted tells the server, and throws what aborted it", async () => {
    const connection = stage.create().open(stage.hostile());
    await connection.tools();
    const controller = new AbortController();
    const pending = connection.call("hang", {}, { signal: controller.signal });
    await until(stage.told).toContain('"name":"hang"');
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await until(stage.told).toContain('"reason":"cancelled"');
    await expect(connection.call("echo", {}, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("may take longer than its time while there is progress, and while a person is asked", async () => {
    const connection = stage.create().open(stage.hostile("ok", { callMs: 500 }));
    await connection.tools();
    const slow = await call(connection, "slow", { everyMs: 300 }, { progress: () => undefined });
    expect(slow.content).toMatchObject([{ text: "slowly done" }]);
    const elicit = async () => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      return { action: "accept" as const, content: { city: "Bern" } };
    };
    expect(await call(connection, "ask", { message: "where?" }, { elicit })).toMatchObject({
      content: [{ text: '{"action":"accept","content":{"city":"Bern"}}' }],
    });
  });

  it("gets no question of another: with two under way both are declined", async () => {
    const connection = stage.create().open(stage.hostile());
    await connection.tools();
    const asked: ElicitRequest[] = [];
    const elicit = async (request: ElicitRequest) => {
      asked.push(request);
      return { action: "accept" as const, content: {} };
    };
    const hanging = new AbortController();
    const other = connection.call("hang", {}, { signal: hanging.signal });
    expect(await call(connection, "ask", { message: "which?" }, { elicit })).toMatchObject({
      content: [{ text: '{"action":"decline"}' }],
    });
    hanging.abort();
    await expect(other).rejects.toThrow();
    await call(connection, "ask", { message: "now" }, { elicit });
    expect(asked).toMatchObject([{ message: "now" }]);
  });

  it.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://user:pw@host/",
    "https://host/$(id)",
    "https://host/?a=|id",
  ])("never shows a person the page %s", async (url) => {
    const connection = stage.create().open(stage.hostile());
    const elicit = () => Promise.reject(new Error("shown"));
    expect(await call(connection, "page", { url }, { elicit })).toMatchObject({
      content: [{ text: '{"action":"decline"}' }],
    });
  });
});

describe("a server of the stateless protocol", () => {
  it("is found out when it does not know the handshake", async () => {
    const connection = stage.create().open(stage.hostile("modern"));
    expect((await connection.tools()).map((tool) => tool.name)).toEqual(["echo", "crash"]);
    expect(await call(connection, "echo", { a: 1 })).toMatchObject({ content: [{ text: '{"a":1}' }] });
    expect((await connection.client()).getProtocolEra()).toBe("modern");
  });
});

describe("connections", () => {
  it("start nothing before they are used, and share a server with the same roots", async () => {
    const connections = stage.create();
    const [first, second] = [
      connections.open(stage.hostile(), ["/tmp"]),
      connections.open(stage.hostile(), ["/tmp"]),
    ];
    const third = connections.open(stage.hostile(), ["/"]);
    expect(await stage.told()).toBe("");
    const marks = await Promise.all([first, second, third].map(markOf));
    expect(marks[0]).toBe(marks[1]);
    expect(marks[0]).not.toBe(marks[2]);
    await first.close();
    expect(await call(second, "echo")).toMatchObject({ isError: false });
    await second.close();
    expect(await failureOf(second.tools())).toMatchObject({ kind: "closed" });
    expect(await call(third, "echo")).toMatchObject({ isError: false });
  });

  it("tell the server who we are", async () => {
    await stage.create().open(stage.hostile()).tools();
    expect(await stage.told()).toContain('"clientInfo":{"name":"skillmint-runtime","version":"1.2.3"}');
  });
});

describe.skipIf(process.platform !== "linux")("processes", () => {
  let owners: ChildProcess[] = [];
  afterEach(() => {
    for (const owner of owners) owner.kill("SIGKILL");
    owners = [];
  });

  it("are all gone after close, in under two seconds, also those that do not want to", async () => {
    const connections = stage.create();
    const mark = await markOf(connections.open(stage.hostile("stubborn")));
    await until(() => marked(mark).length).toBeGreaterThanOrEqual(3);
    const began = performance.now();
    await connections.close();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(marked(mark)).toEqual([]);
  });

  it.each(["hang", "exit", "throw"])(
    "are all gone when we go by %j, killed with -9 where we hang",
    async (how) => {
      const file = path.join(import.meta.dirname, "connection-owner.fixture.ts");
      const owner = spawn(process.execPath, ["--no-warnings", file, how, "stubborn", stage.log()], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      owners.push(owner);
      const exited = once(owner, "exit");
      let printed = "";
      owner.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
      await until(() => printed, 15_000).toContain("\n");
      const mark = printed.trim();
      expect(mark).toMatch(/^call_/);
      if (how === "hang") {
        expect(marked(mark).length).toBeGreaterThan(0);
        owner.kill("SIGKILL");
      }
      await exited;
      await until(() => marked(mark)).toEqual([]);
    },
  );
});
