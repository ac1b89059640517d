import { describe, expect, it } from "vitest";
import { call, failureOf, useConnections } from "./connections.fixture.ts";

const stage = useConnections();
const megabyte = 1024 * 1024;

describe("what a server prints", () => {
  it("is read past where it is garbage, and counted", async () => {
    const connection = stage.create().open(stage.hostile("garbage"));
    expect(await call(connection, "echo")).toMatchObject({ isError: false });
    expect((await failureOf(call(connection, "crash"))).message).toContain(
      "4 lines of its standard output were no messages",
    );
  });

  it("is dropped over the limit, with bounded memory: a line of 1 GB", async () => {
    const connection = stage.create().open(stage.hostile("ok", { callMs: 60_000 }));
    await connection.tools();
    let peak = 0;
    const before = process.memoryUsage().rss;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const result = await call(connection, "line", { megabytes: 1_024 });
    clearInterval(timer);
    expect(result).toMatchObject({ content: [{ text: "after the line" }] });
    expect(peak - before).toBeLessThan(250 * megabyte);
  });

  it("is a failure of the call that it answers: a result of 200 MB", async () => {
    const connection = stage.create().open(stage.hostile());
    await connection.tools();
    const hanging = new AbortController();
    const other = connection.call("hang", {}, { signal: hanging.signal });
    const failure = await failureOf(call(connection, "huge", { megabytes: 200 }));
    expect(failure).toMatchObject({
      kind: "size",
      message: "MCP server it sent more than 64 MB at once; it was not read.",
    });
    hanging.abort(new Error("only now"));
    await expect(other).rejects.toThrow("only now");
  });

  it("stays whole below it", async () => {
    const connection = stage.create().open(stage.hostile());
    const [part] = (await call(connection, "whole", { megabytes: 8 })).content;
    expect(part?.type === "text" && part.text.length).toBe(8 * megabyte);
  });

  it("becomes parts, of what is broken a note", async () => {
    const connection = stage.create().open(stage.hostile());
    expect(await call(connection, "content")).toEqual({
      isError: false,
      content: [
        { type: "text", text: "first" },
        { type: "note", text: "[An image (image/png) whose data cannot be read]" },
        { type: "note", text: "[An image (text/html) whose data cannot be read]" },
        { type: "note", text: "[Content of an unknown kind: hologram]" },
        { type: "note", text: "[Content of an unknown kind: object]" },
      ],
      structured: { anything: ["a", 1] },
    });
  });
});

describe("lists of tools", () => {
  it("end at a thousand, and where they turn in circles", async () => {
    const connections = stage.create();
    const tools = await connections.open(stage.hostile("pages")).tools();
    expect(tools.length).toBe(1_000);
    expect(tools.at(-1)?.name).toBe("t999");
    expect((await connections.open(stage.hostile("circle")).tools()).map((tool) => tool.name)).toEqual([
      "c",
      "cagain",
    ]);
  });

  it("keep what is sound, and nothing in them is fetched or run", async () => {
    const connection = stage.create().open(stage.hostile("schemas"));
    const tools = await connection.tools();
    expect(tools.map((tool) => tool.name)).toEqual(["echo", "bare"]);
    expect(tools[1]).toEqual({
      name: "bare",
      title: "Bare",
      description: "",
      inputSchema: { type: "object" },
    });
    const began = performance.now();
    await call(connection, "echo", { text: `${"a".repeat(40)}!` });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("may change while it runs", async () => {
    const connection = stage.create().open(stage.hostile());
    expect((await connection.tools()).map((tool) => tool.name)).toEqual(["echo", "crash"]);
    let changes = 0;
    const stop = connection.onToolsChanged(() => (changes += 1));
    await call(connection, "change");
    expect(changes).toBe(1);
    expect((await connection.tools()).map((tool) => tool.name)).toEqual(["echo", "added"]);
    stop();
  });
});
