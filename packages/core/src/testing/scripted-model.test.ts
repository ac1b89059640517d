import { afterEach, describe, expect, it } from "vitest";
import { postRaw } from "./raw-client.ts";
import { startScriptedModel, type ScriptedModel, type ScriptedModelOptions } from "./scripted-model.ts";
import { endOfScript, type NormalRequest, type Script } from "./script.ts";

let server: ScriptedModel;
afterEach(() => server.close());

async function start(script: Script, options?: ScriptedModelOptions): Promise<void> {
  server = await startScriptedModel(script, options);
}

interface ChatMessage {
  role: string;
  content: string | null;
}

async function chat(messages: ChatMessage[]): Promise<string> {
  const reply = await postRaw(`${server.url}/v1/chat/completions`, { model: "m", messages });
  const parsed = JSON.parse(reply.text) as { choices: { message: { content: string } }[] };
  return parsed.choices[0]?.message.content ?? "";
}

describe("which turn is served", () => {
  it("goes by the conversation's own length, so conversations may interleave and repeat", async () => {
    await start(["one", "two"]);
    const a: ChatMessage[] = [{ role: "user", content: "a" }];
    const b: ChatMessage[] = [{ role: "user", content: "b" }];
    expect(await chat(a)).toBe("one");
    expect(await chat(b)).toBe("one");
    expect(await chat(b)).toBe("one");
    const later = (first: ChatMessage[]) => [
      ...first,
      { role: "assistant", content: "one" },
      { role: "user", content: "go on" },
    ];
    expect(await Promise.all([chat(later(b)), chat(a), chat(later(a))])).toEqual(["two", "one", "two"]);
  });

  it("goes by arrival where that is wanted", async () => {
    await start(["one", "two"], { order: "arrival" });
    const messages = [{ role: "user", content: "a" }];
    expect([await chat(messages), await chat(messages), await chat(messages)]).toEqual([
      "one",
      "two",
      endOfScript,
    ]);
  });

  it("begins again where that is wanted, and says so where the script is over", async () => {
    await start(["one"], { order: "arrival", repeat: true });
    const messages = [{ role: "user", content: "a" }];
    expect([await chat(messages), await chat(messages)]).toEqual(["one", "one"]);
    await server.close();
    await start([]);
    expect(await chat(messages)).toBe(endOfScript);
  });

  it("answers 500 when the script's function throws", async () => {
    await start(() => {
      throw new Error("oops");
    });
    const reply = await postRaw(`${server.url}/v1/messages`, { messages: [] });
    expect(reply.status).toBe(500);
    expect(reply.text).toContain("oops");
  });
});

describe("what a script's function sees", () => {
  const call = { id: "c1", name: "Read", input: { file_path: "a" } };
  const expected = [
    { role: "user", text: "look", images: 1 },
    { role: "assistant", text: "ok", reasoning: "", calls: [call] },
    { role: "tool", id: "c1", name: "Read", text: "content", isError: false },
  ];
  const bodies: Record<string, Record<string, unknown>> = {
    "/messages": {
      system: [{ type: "text", text: "sys" }],
      tools: [{ name: "Read" }],
      messages: [
        { role: "user", content: [{ type: "text", text: "look" }, { type: "image" }] },
        {
          role: "assistant",
          content: [
            { type: "text", text: "ok" },
            { type: "tool_use", ...call },
          ],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "content" }] }],
        },
      ],
    },
    "/chat/completions": {
      tools: [{ type: "function", function: { name: "Read" } }],
      messages: [
        { role: "system", content: "sys" },
        { role: "user", content: [{ type: "text", text: "look" }, { type: "image_url" }] },
        {
          role: "assistant",
          content: "ok",
          tool_calls: [
            { id: "c1", type: "function", function: { name: "Read", arguments: '{"file_path":"a"}' } },
          ],
        },
        { role: "tool", tool_call_id: "c1", content: "content" },
      ],
    },
    "/responses": {
      instructions: "sys",
      tools: [{ type: "function", name: "Read" }],
      input: [
        { role: "user", content: [{ type: "input_text", text: "look" }, { type: "input_image" }] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "ok" }] },
        { type: "function_call", call_id: "c1", name: "Read", arguments: '{"file_path":"a"}' },
        { type: "function_call_output", call_id: "c1", output: "content" },
      ],
    },
  };

  it.each(Object.keys(bodies))("is the same on %s", async (path) => {
    const seen: NormalRequest[] = [];
    await start((request) => {
      seen.push(request);
      return "fine";
    });
    await postRaw(
      `${server.url}/v1${path}`,
      { model: "m", ...bodies[path] },
      { headers: { "x-probe": "1" } },
    );
    expect(seen[0]).toMatchObject({ model: "m", system: "sys", tools: ["Read"], turn: 1, last: "look" });
    expect(seen[0]?.messages).toEqual(expected);
    expect(seen[0]?.results).toEqual([expected[2]]);
    expect(seen[0]?.headers["x-probe"]).toBe("1");
  });

  it("knows failed results on the wire that marks them", async () => {
    const seen: NormalRequest[] = [];
    await start((request) => {
      seen.push(request);
      return "fine";
    });
    const result = { type: "tool_result", tool_use_id: "c1", content: "no", is_error: true };
    await postRaw(`${server.url}/v1/messages`, { messages: [{ role: "user", content: [result] }] });
    expect(seen[0]?.results).toEqual([{ role: "tool", id: "c1", name: "", text: "no", isError: true }]);
  });
});

describe("the server", () => {
  it("records requests, parsed, and counts connections", async () => {
    await start(["one"]);
    await chat([{ role: "user", content: "a" }]);
    await postRaw(`${server.url}/v1/chat/completions`, "{broken");
    await postRaw(`${server.url}/v1/elsewhere`, {});
    expect(server.requests.map(({ path, body }) => [path, body === undefined])).toEqual([
      ["/v1/chat/completions", false],
      ["/v1/chat/completions", true],
      ["/v1/elsewhere", false],
    ]);
    expect(server.connections()).toBe(3);
    expect(server.requests[0]?.state).toBe("answered");
  });

  it("refuses what it cannot read in the vendor's own shape", async () => {
    await start(["one"]);
    const reply = await postRaw(`${server.url}/v1/messages`, "{broken");
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
  });

  it("lists models in both shapes", async () => {
    await start([], { models: ["a", "b"] });
    const openai = await postRaw(`${server.url}/v1/models`, undefined, { method: "GET" });
    expect(JSON.parse(openai.text)).toMatchObject({
      object: "list",
      data: [{ id: "a", object: "model" }, { id: "b" }],
    });
    const headers = { "anthropic-version": "2023-06-01" };
    const anthropic = await postRaw(`${server.url}/v1/models`, undefined, { method: "GET", headers });
    expect(JSON.parse(anthropic.text)).toMatchObject({
      data: [{ type: "model", id: "a" }, {}],
      has_more: false,
    });
  });

  it("closes while a reply is under way", async () => {
    await start([{ text: "x", fault: { silence: true } }]);
    const pending = postRaw(`${server.url}/v1/messages`, { stream: true, messages: [] });
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const [reply] = await Promise.all([pending.catch(() => ({ cut: true })), server.close()]);
    expect(reply.cut).toBe(true);
  });
});
