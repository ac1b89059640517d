import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { nodeServer, publicServer, signal, useConnections } from "./connections.fixture.ts";
import type { ElicitRequest, SampleRequest } from "./connection.ts";

const stage = useConnections();
const everything = () => nodeServer([publicServer("everything"), "stdio"]);
const textOf = (content: readonly { type: string; text?: string }[]): string =>
  content.map((part) => part.text ?? part.type).join("\n");

describe("server-everything over standard streams", () => {
  it("is asked for everything it has", async () => {
    const roots = [stage.folder()];
    const connection = stage.create().open(everything(), roots);
    expect(connection.state()).toBe("idle");
    expect(connection.instructions()).toBeUndefined();
    const tools = await connection.tools();
    expect(connection.state()).toBe("ready");
    expect(connection.instructions()).toContain("Everything Server");
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(["echo", "get-sum", "get-roots-list"]),
    );
    expect(tools.find((tool) => tool.name === "get-sum")).toMatchObject({
      description: expect.stringContaining("sum") as string,
      inputSchema: { type: "object", required: ["a", "b"] },
    });

    const call = (tool: string, input: Record<string, unknown> = {}, more = {}) =>
      connection.call(tool, input, { signal: signal(), ...more });
    expect(await call("echo", { message: "héllo" })).toEqual({
      isError: false,
      content: [{ type: "text", text: "Echo: héllo" }],
    });
    expect(await call("echo")).toMatchObject({ isError: true });

    const [, image] = (await call("get-tiny-image")).content;
    if (image?.type !== "image") throw new Error("no image");
    expect(image.mediaType).toBe("image/png");
    expect([...image.data.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);

    const annotated = await call("get-annotated-message", { messageType: "success", includeImage: true });
    expect(annotated.content.map((part) => part.type)).toEqual(["text", "image"]);
    const structured = await call("get-structured-content", { location: "Chicago" });
    expect(structured.structured).toMatchObject({ temperature: expect.any(Number) as number });
    expect(textOf((await call("get-resource-links", { count: 2 })).content)).toMatch(
      /Link to a resource: demo:/,
    );
    const reference = await call("get-resource-reference", { resourceType: "Text", resourceId: 1 });
    expect(textOf(reference.content)).toContain("Resource 1: This is a plaintext resource");
    expect(textOf((await call("get-roots-list")).content)).toContain(`file://${roots[0]}`);
  });

  it("asks back: a form, a page, a model", async () => {
    const connection = stage.create().open(everything());
    await connection.tools();
    const asked: ElicitRequest[] = [];
    const elicit = async (request: ElicitRequest) => {
      asked.push(request);
      return { action: "accept" as const, content: { name: "Ada", check: true, nested: { not: "sent" } } };
    };
    const form = await connection.call("trigger-elicitation-request", {}, { signal: signal(), elicit });
    expect(textOf(form.content)).toContain('"name": "Ada"');
    expect(textOf(form.content)).not.toContain("nested");
    expect(asked[0]?.schema).toMatchObject({ type: "object", required: ["name"] });

    const url = "https://example.com/connect?a=1&b=2";
    const page = await connection.call("trigger-url-elicitation", { url }, { signal: signal(), elicit });
    expect(textOf(page.content)).toMatch(/accept/i);
    expect(asked[1]).toEqual({ message: "Please open the link to complete this action.", url });
    const viaError = { url, errorPath: true, elicitationId: "one" };
    const again = await connection.call("trigger-url-elicitation", viaError, { signal: signal(), elicit });
    expect(textOf(again.content)).toMatch(/accept/i);
    expect(asked.length).toBeGreaterThan(2);

    const samples: SampleRequest[] = [];
    const sampled = await connection.call(
      "trigger-sampling-request",
      { prompt: "a haiku", maxTokens: 42 },
      {
        signal: signal(),
        sample: async (request) => {
          samples.push(request);
          return { model: "tiny", text: "five seven five", stop: "endTurn" };
        },
      },
    );
    expect(textOf(sampled.content)).toContain("five seven five");
    expect(samples).toMatchObject([
      { maxTokens: 42, messages: [{ role: "user", content: [{ type: "text" }] }] },
    ]);
    // Nobody there to ask.
    const declined = await connection.call("trigger-elicitation-request", {}, { signal: signal() });
    expect(textOf(declined.content)).toContain("declined");
  });

  it("reports progress, and gives resources and prompts", async () => {
    const connection = stage.create().open(everything());
    const steps: string[] = [];
    await connection.call(
      "trigger-long-running-operation",
      { duration: 0.3, steps: 3 },
      { signal: signal(), progress: (text) => steps.push(text) },
    );
    expect(steps.slice(0, 2)).toEqual(["1/3", "2/3"]);
    const resources = await connection.resources();
    expect(resources.length).toBeGreaterThan(3);
    const parts = await connection.readResource(resources[0]?.uri ?? "");
    expect(textOf(parts)).toContain("#");
    expect(textOf(await connection.readResource("demo://resource/dynamic/blob/1"))).toMatch(
      /Binary content of demo:\/\/resource\/dynamic\/blob\/1 \(.+, \d+ bytes\)/,
    );
    await expect(connection.readResource("demo://nothing")).rejects.toMatchObject({ kind: "answer" });
    const prompts = await connection.prompts();
    const withArguments = prompts.find((prompt) => prompt.name === "args-prompt");
    expect(withArguments?.arguments).toMatchObject([{ name: "city", required: true }, { required: false }]);
    expect(await connection.prompt("args-prompt", { city: "Bern" })).toContain("Bern");
    await expect(connection.prompt("args-prompt", {})).rejects.toMatchObject({ kind: "answer" });
  });

  it("gets the environment without secrets, and its own", async () => {
    const environment = { ...process.env, MY_API_KEY: "sk-secret-secret-1", PLAIN: "seen" };
    const server = nodeServer(
      [publicServer("everything"), "stdio"],
      {},
      { OWN_TOKEN: "given-to-it", PLAIN: "own" },
    );
    const connection = stage.create({ environment }).open(server);
    const text = textOf((await connection.call("get-env", {}, { signal: signal() })).content);
    expect(text).not.toContain("sk-secret-secret-1");
    expect(text).toContain('"OWN_TOKEN": "given-to-it"');
    expect(text).toContain('"PLAIN": "own"');
  });
});

describe("other public servers over standard streams", () => {
  it("server-filesystem reads within the folder that it was told of", async () => {
    const inside = path.join(stage.folder(), "inside");
    await mkdir(inside);
    await writeFile(path.join(inside, "a.txt"), "some text");
    await writeFile(path.join(stage.folder(), "b.txt"), "outside");
    const connection = stage
      .create()
      .open(nodeServer([publicServer("filesystem"), stage.folder()]), [inside]);
    const read = (file: string) => connection.call("read_text_file", { path: file }, { signal: signal() });
    expect((await connection.tools()).length).toBeGreaterThan(10);
    expect(await read(path.join(inside, "a.txt"))).toMatchObject({
      isError: false,
      content: [{ text: "some text" }],
    });
    const outside = await read(path.join(stage.folder(), "b.txt"));
    expect(outside).toMatchObject({ isError: true });
    expect(textOf(outside.content)).toContain("outside allowed directories");
  });

  it("server-memory keeps what it is given", async () => {
    const env = { MEMORY_FILE_PATH: path.join(stage.folder(), "memory.jsonl") };
    const connection = stage.create().open(nodeServer([publicServer("memory")], {}, env));
    const entities = [{ name: "Ada", entityType: "person", observations: ["writes programs"] }];
    await connection.call("create_entities", { entities }, { signal: signal() });
    const found = await connection.call("search_nodes", { query: "Ada" }, { signal: signal() });
    expect(found.structured).toMatchObject({ entities });
  });
});
