import { afterEach, describe, expect, it } from "vitest";
import { postRaw } from "./raw-client.ts";
import { startScriptedModel, type ScriptedModel } from "./scripted-model.ts";
import type { Fault, TurnObject } from "./script.ts";

let server: ScriptedModel;
afterEach(() => server.close());

const turn: TurnObject = {
  text: "你好 world 👀",
  chunk: 3,
  calls: [{ name: "Read", input: { file_path: "a.md" } }],
};
const body = { model: "m", stream: true, messages: [{ role: "user", content: "hi" }], input: "hi" };
const paths = ["/messages", "/chat/completions", "/responses"] as const;

async function serve(
  fault: Fault | undefined,
  path: string = "/messages",
  options: { stopAfter?: number } = {},
) {
  server = await startScriptedModel([fault ? { ...turn, fault } : turn]);
  return postRaw(`${server.url}/v1${path}`, body, options);
}

/** The stream as it should be, without what differs from time to time. */
async function clean(path: string): Promise<string> {
  const reply = await serve(undefined, path);
  await server.close();
  return reply.text;
}

const stable = (text: string) => text.replaceAll(/"created(_at)?":\d+/g, "");
const countEvents = (text: string) => text.split("\n\n").filter((block) => block !== "").length;

describe.each(paths)("faults on %s", (path) => {
  it("cuts the connection after so many events", async () => {
    const whole = await clean(path);
    const reply = await serve({ cutAfterEvents: 2 }, path);
    expect(reply.cut).toBe(true);
    expect(countEvents(reply.text)).toBe(2);
    expect(stable(whole).startsWith(stable(reply.text))).toBe(true);
  });

  it("ends cleanly after so many events", async () => {
    const reply = await serve({ endAfterEvents: 3 }, path);
    expect(reply.cut).toBe(false);
    expect(countEvents(reply.text)).toBe(3);
  });

  it("sends the same bytes one at a time, and in CRLF lines", async () => {
    const whole = await clean(path);
    const split = await serve({ splitBytes: 1 }, path);
    expect(stable(split.text)).toBe(stable(whole));
    expect(split.chunks).toBeGreaterThan(whole.length / 20);
    await server.close();
    const crlf = await serve({ crlf: true }, path);
    expect(crlf.text).toContain("\r\n\r\n");
    expect(stable(crlf.text.replaceAll("\r\n", "\n"))).toBe(stable(whole));
  });

  it("drops the end and repeats the beginning", async () => {
    const whole = await clean(path);
    const short = await serve({ dropLastEvents: 1 }, path);
    expect(short.cut).toBe(false);
    expect(countEvents(short.text)).toBe(countEvents(whole) - 1);
    await server.close();
    const twice = await serve({ repeatFirstEvent: true }, path);
    const [first, second] = twice.text.split("\n\n");
    expect(second).toBe(first);
    expect(countEvents(twice.text)).toBe(countEvents(whole) + 1);
  });

  it("puts an error of the wire into the stream", async () => {
    const reply = await serve(
      { errorEvent: { type: "overloaded_error", message: "busy" }, afterEvents: 2 },
      path,
    );
    const blocks = reply.text.trimEnd().split("\n\n");
    expect(blocks.length).toBe(3);
    expect(blocks[2]).toContain("overloaded_error");
    expect(blocks[2]).toContain('"message":"busy"');
    expect(reply.cut).toBe(false);
  });

  it("goes on for ever until the reader leaves", async () => {
    const reply = await serve({ endless: true }, path, { stopAfter: 100_000 });
    expect(reply.cut).toBe(true);
    expect(reply.text.length).toBeGreaterThan(90_000);
    while (server.requests[0]?.state === "open") await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests[0]?.state).toBe("closed");
  });
});

describe("faults in place of the reply", () => {
  it("answers with a status in the vendor's shape, or with a body of one's own", async () => {
    const limited = await serve({ status: 429, headers: { "retry-after": "7" } });
    expect(limited.status).toBe(429);
    expect(limited.headers["retry-after"]).toBe("7");
    expect(JSON.parse(limited.text)).toMatchObject({ type: "error", error: { type: "rate_limit_error" } });
    await server.close();
    const own = await serve({ status: 401, body: { error: { message: "bad key" } } }, "/responses");
    expect([own.status, own.text]).toEqual([401, '{"error":{"message":"bad key"}}']);
  });

  it("answers with a page, as a proxy does", async () => {
    const fine = await serve({ html: true });
    expect([fine.status, fine.headers["content-type"]]).toEqual([200, "text/html"]);
    await server.close();
    expect((await serve({ html: true, status: 503 })).status).toBe(503);
  });

  it("cuts inside a character where the count of bytes says so", async () => {
    const whole = Buffer.from(await clean("/chat/completions"));
    const inside = whole.indexOf(Buffer.from("你")) + 1;
    const reply = await serve({ cutAfterBytes: inside }, "/chat/completions");
    expect(reply.cut).toBe(true);
    expect(reply.text.endsWith("\u{fffd}")).toBe(true);
  });

  it("says nothing, or only that it is there", async () => {
    server = await startScriptedModel([{ ...turn, fault: { pingOnly: 1 } }]);
    const pings = await postRaw(`${server.url}/v1/messages`, body, { stopAfter: 150 });
    expect(pings.status).toBe(200);
    expect(new Set(pings.text.trimEnd().split("\n\n"))).toEqual(
      new Set(['event: ping\ndata: {"type":"ping"}']),
    );
  });

  it("takes its time between bytes", async () => {
    const start = performance.now();
    const reply = await serve({ slowBytesMs: 2, endAfterEvents: 1 }, "/chat/completions");
    expect(performance.now() - start).toBeGreaterThan(reply.text.length);
  });
});

describe("times", () => {
  it("spoils the first requests of a conversation's turn, each conversation for itself", async () => {
    server = await startScriptedModel([{ text: "fine", fault: { status: 529, times: 2 } }]);
    const ask = async (prompt: string) => {
      const messages = [{ role: "user", content: prompt }];
      return (await postRaw(`${server.url}/v1/messages`, { ...body, messages })).status;
    };
    expect([
      await ask("a"),
      await ask("a"),
      await ask("b"),
      await ask("a"),
      await ask("b"),
      await ask("b"),
    ]).toEqual([529, 529, 529, 200, 529, 200]);
  });
});
