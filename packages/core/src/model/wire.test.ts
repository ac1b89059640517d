import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { explain } from "../protocol/index.ts";
import { createHttpClient, type HttpClient } from "./http.ts";
import {
  callContent,
  callReply,
  canaryKey,
  collect,
  createTestModel,
  eventStream,
  joinDeltas,
  outcome,
  replayClient,
  serve,
  toSse,
  wireIds,
  type LoopbackServer,
  type WireId,
} from "./wire.fixture.ts";
import type { WireModelOptions } from "./wire.ts";

async function withServer<T>(
  handler: Parameters<typeof serve>[0],
  use: (url: string, http: HttpClient, server: LoopbackServer) => Promise<T>,
): Promise<T> {
  await using server = await serve(handler);
  const http = createHttpClient({ env: {} });
  try {
    return await use(`${server.url}/v1`, http, server);
  } finally {
    http.close();
  }
}

function ask(
  wire: WireId,
  answer: (response: ServerResponse) => void,
  change: Partial<WireModelOptions> = {},
) {
  return withServer(
    (_request, response) => answer(response),
    async (baseUrl, http) => outcome(await collect(createTestModel(wire, http, { baseUrl, ...change }))),
  );
}

function failure(last: ReturnType<typeof outcome>) {
  if (last.type !== "failed") throw new Error("it finished");
  return last;
}

/** Nothing a person or a log could see of an error holds the key. */
function expectNoKey(last: ReturnType<typeof outcome>): void {
  const { error } = failure(last);
  const seen = [
    error.message,
    error.stack,
    JSON.stringify(error.toProblem()),
    explain(error, "en"),
    String(error.cause),
  ];
  for (const text of seen)
    for (const piece of [canaryKey, "canary", "QWERTYUI"]) expect(text).not.toContain(piece);
}

/** Chat's end marker taken off again, for streams that stop in the middle. */
function withoutEnd(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace("data: [DONE]\n\n", "");
}

const fast = { timeouts: { firstMs: 150, idleMs: 150, totalMs: 5_000 } };

describe.each(wireIds)("%s", (wire) => {
  const whole = toSse(wire, callReply[wire]);
  const usage = { input: 10, output: 20 };

  it("reads text and a call, with the price", async () => {
    const model = createTestModel(wire, replayClient([whole]), {
      price: ({ input, output }) => input + output,
    });
    expect(joinDeltas(await collect(model))).toEqual([
      { type: "text", delta: "好的。" },
      { type: "call", index: 0, name: "Write", delta: '{"path":"a.txt","content":"你好"}' },
      { type: "finished", content: callContent, stop: "calls", usage: { ...usage, cost: 30 } },
    ]);
  });

  it("reads the same cut at every byte and at every pair of bytes", async () => {
    const events = joinDeltas(await collect(createTestModel(wire, replayClient([whole]))));
    for (const size of [1, 2, 3, 7]) {
      const bytes = toSse(wire, callReply[wire], size % 2 === 0 ? "\n" : "\r\n");
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(joinDeltas(await collect(createTestModel(wire, replayClient(chunks))))).toEqual(events);
    }
  });

  it("fails when the stream ends, or is reset, before its end; no half call passes as one", async () => {
    const events = callReply[wire];
    const complete = wire === "openai-chat" ? events.length - 1 : events.length;
    for (let kept = 0; kept < complete; kept++) {
      const head = withoutEnd(toSse(wire, events.slice(0, kept)));
      for (const reset of [false, true]) {
        const last = failure(
          await ask(wire, (response) => {
            response.writeHead(200, eventStream);
            response.write(head === "" ? ":\n\n" : head, () =>
              reset ? response.socket?.resetAndDestroy() : response.end(),
            );
          }),
        );
        expect(last.error.code).toBe("model-stream-broken");
        expect(last.error.retryable).toBe(true);
        for (const part of last.content) {
          if (part.type !== "call" || part.defect) continue;
          expect(part.input).toEqual({ path: "a.txt", content: "你好" });
        }
      }
    }
  });

  it("fails inside an event as between two", async () => {
    for (const at of [0.3, 0.5, 0.6]) {
      const last = await ask(wire, (response) => {
        response.writeHead(200, eventStream);
        response.end(whole.subarray(0, Math.floor(whole.length * at)));
      });
      expect(failure(last).error.code).toBe("model-stream-broken");
    }
  });

  it("shows no key that a broken stream quotes", async () => {
    const last = await ask(wire, (response) =>
      response.writeHead(200, eventStream).end(`data: no ${canaryKey} {\n\n`),
    );
    expect(failure(last).error).toMatchObject({
      code: "model-stream-broken",
      detail: expect.stringContaining("***"),
    });
    expectNoKey(last);
  });

  const statuses: [number, string, string, string, boolean][] = [
    [
      401,
      "application/json",
      `{"error":{"message":"Incorrect API key provided: ${canaryKey}"}}`,
      "model-auth",
      false,
    ],
    [
      403,
      "application/json",
      `{"error":{"message":"key ${canaryKey.slice(0, 14)}***${canaryKey.slice(-9)} may not"}}`,
      "model-auth",
      false,
    ],
    [404, "application/json", `{"error":{"message":"The model x does not exist"}}`, "model-not-found", false],
    [404, "text/html", "<html><body>nginx</body></html>", "model-bad-reply", false],
    [
      400,
      "application/json",
      `{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}`,
      "context-overflow",
      false,
    ],
    [400, "application/json", `{"error":{"message":"bad ${canaryKey}"}}`, "model-rejected", false],
    [413, "application/json", `{"message":"too large"}`, "context-overflow", false],
    [429, "application/json", `{"error":{"message":"slow down"}}`, "model-rate-limited", true],
    [
      429,
      "application/json",
      `{"error":{"message":"no","code":"insufficient_quota"}}`,
      "model-rejected",
      false,
    ],
    [500, "text/plain", `Authorization: Bearer ${canaryKey}`, "model-overloaded", true],
    [502, "text/html", "<html><title>502 Bad Gateway</title></html>", "model-overloaded", true],
    [503, "text/html", "<html><h1>Service Unavailable</h1></html>", "model-overloaded", true],
    [
      529,
      "application/json",
      `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
      "model-overloaded",
      true,
    ],
    [302, "text/html", "", "model-bad-reply", false],
  ];
  it.each(statuses)("HTTP %i %s %s is %s", async (status, type, body, code, retryable) => {
    const last = await ask(wire, (response) => {
      response.writeHead(status, { "content-type": type, location: "https://elsewhere.example/v1" });
      response.end(body);
    });
    expect(failure(last).error).toMatchObject({ code, retryable });
    expect(failure(last).error.params["provider"]).toBe("Test");
    expectNoKey(last);
  });

  const pauses: [Record<string, string>, number | undefined][] = [
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "1000000000" }, 1e12],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ];
  it.each(pauses)("passes on the wish to wait %o", async (headers, expected) => {
    const last = await ask(wire, (response) => response.writeHead(429, headers).end("{}"));
    expect(failure(last).retryAfterMs).toBe(expected);
  });

  it.each([
    ["text/html", "<!DOCTYPE html><html><script>x()</script><body>Login <b>here</b></body></html>"],
    ["text/event-stream", "\n <html>Login here</html>"],
  ])("a web page with status 200 as %s is no reply", async (type, body) => {
    const last = await ask(wire, (response) => response.writeHead(200, { "content-type": type }).end(body));
    expect(failure(last).error).toMatchObject({
      code: "model-bad-reply",
      retryable: false,
      detail: "Login here",
    });
  });

  it.each([
    [
      `{"error":{"message":"token ${canaryKey} expired","type":"authentication_error"}}`,
      "model-auth",
      /expired/,
    ],
    [`{"error":{"message":"too fast","code":429}}`, "model-rate-limited", /too fast/],
    [
      `{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}`,
      "model-rejected",
      /insufficient balance/,
    ],
    [
      `{"code":"InvalidParameter","message":"Range of input length should be [1, 30720]"}`,
      "context-overflow",
      /input length/,
    ],
    [`{"error":"model 'x' not found"}`, "model-not-found", /not found/],
    [`{"detail":"something else"}`, "model-rejected", /something else/],
  ])("an error with status 200 (%s) is %s", async (body, code, detail) => {
    for (const type of ["application/json", "text/event-stream"]) {
      const last = await ask(wire, (response) => response.writeHead(200, { "content-type": type }).end(body));
      expect(failure(last).error.code).toBe(code);
      expect(failure(last).error.detail).toMatch(detail);
      expectNoKey(last);
    }
  });

  it("ends silence, pings and drops of nothing with a timeout", async () => {
    const ping = wire === "anthropic" ? 'event: ping\ndata: {"type":"ping"}\n\n' : ": ping\n\n";
    const head = withoutEnd(toSse(wire, callReply[wire].slice(0, 3)));
    const cases: ((response: ServerResponse) => void)[] = [
      () => {},
      (response) => response.writeHead(200, eventStream).flushHeaders(),
      (response) => {
        response.writeHead(200, eventStream);
        const timer = setInterval(() => response.write(ping), 20);
        response.on("close", () => clearInterval(timer));
      },
      (response) => {
        response.writeHead(200, eventStream);
        response.write(head);
        const timer = setInterval(() => response.write(ping), 20);
        response.on("close", () => clearInterval(timer));
      },
    ];
    for (const answer of cases) {
      const from = performance.now();
      const last = await ask(wire, answer, fast);
      expect(failure(last).error).toMatchObject({ code: "model-timeout", retryable: true });
      expect(performance.now() - from).toBeLessThan(2_000);
    }
  });

  it("ends a reply that never ends", async () => {
    const [start = {}, ...rest] = callReply[wire];
    const text = rest.find((event) => JSON.stringify(event).includes("好的"));
    const opening = wire === "openai-chat" ? [start] : callReply[wire].slice(0, 2);
    const plain = (events: unknown[]) => withoutEnd(toSse(wire, events));
    const timeouts = { firstMs: 1_000, idleMs: 1_000, totalMs: 300 };
    const last = await ask(
      wire,
      (response) => {
        response.writeHead(200, eventStream);
        response.write(plain(opening));
        const timer = setInterval(() => response.write(plain([text])), 10);
        response.on("close", () => clearInterval(timer));
      },
      { timeouts },
    );
    expect(failure(last).error.code).toBe("model-timeout");
    expect(failure(last).content[0]).toMatchObject({ type: "text" });
  });

  it("ends at once when the caller aborts, and closes the connection", async () => {
    let closed: Promise<unknown> = Promise.reject(new Error("no request came"));
    closed.catch(() => undefined);
    await withServer(
      (_request, response) => {
        closed = new Promise((resolve) => {
          response.on("close", resolve);
        });
        response.writeHead(200, eventStream);
        response.write(withoutEnd(toSse(wire, callReply[wire].slice(0, 3))));
      },
      async (baseUrl, http) => {
        const controller = new AbortController();
        const events = [];
        let at = 0;
        for await (const event of createTestModel(wire, http, { baseUrl }).stream(
          { system: "", messages: [], tools: [], place: { agent: "main", iteration: 1 } },
          controller.signal,
        )) {
          events.push(event);
          if (event.type !== "text") continue;
          at = performance.now();
          setTimeout(() => controller.abort(), 5);
        }
        expect(performance.now() - at).toBeLessThan(500);
        expect(failure(outcome(events)).error.code).toBe("cancelled");
        expect(failure(outcome(events)).content[0]).toEqual({ type: "text", text: "好的。" });
        await closed;
      },
    );
  });

  it("does not begin when the caller has aborted", async () => {
    const events = await collect(
      createTestModel(wire, createHttpClient({ env: {} })),
      undefined,
      AbortSignal.abort(),
    );
    expect(failure(outcome(events)).error.code).toBe("cancelled");
  });

  it("says who cannot be reached", async () => {
    const http = createHttpClient({ env: {} });
    const last = outcome(await collect(createTestModel(wire, http, { baseUrl: "http://127.0.0.1:1/v1" })));
    expect(failure(last).error).toMatchObject({
      code: "model-unreachable",
      retryable: false,
      params: { provider: "Test", host: "127.0.0.1:1" },
    });
    expectNoKey(last);
  });

  it("keeps one connection for five requests, errors among them", async () => {
    let count = 0;
    await withServer(
      (_request, response) => {
        if (++count === 3) response.writeHead(500).end("{}");
        else response.writeHead(200, eventStream).end(whole);
      },
      async (baseUrl, http, server) => {
        const rests: Promise<void>[] = [];
        const watched: HttpClient = {
          ...http,
          async open(request) {
            const opened = await http.open(request);
            const release = (): Promise<void> => {
              const rest = opened.release();
              rests.push(rest);
              return rest;
            };
            return { ...opened, release };
          },
        };
        const model = createTestModel(wire, watched, { baseUrl });
        for (let round = 0; round < 5; round++) {
          expect(outcome(await collect(model)).type).toBe(round === 2 ? "failed" : "finished");
          await Promise.all(rests);
          await new Promise(setImmediate);
        }
        expect(server.connections()).toBe(1);
      },
    );
  });

  it("carries odd characters both ways", async () => {
    const odd = '\u0000\u0007\u2028\uFEFF\\"\r\n\t😀👨‍👩‍👧ﷺ\uD7FF\uFFFFİ‮ \u200B';
    let sent = "";
    await withServer(
      (_request, response, body) => {
        sent = body;
        response.writeHead(200, eventStream).end(whole);
      },
      async (baseUrl, http) => {
        const model = createTestModel(wire, http, { baseUrl });
        await collect(model, {
          system: "s",
          tools: [],
          messages: [{ role: "user", content: [{ type: "text", text: `${odd}\uD800` }] }],
          place: { agent: "main", iteration: 1 },
        });
        // Half a pair is no text in any encoding; the rest is unchanged.
        expect(JSON.stringify(JSON.parse(sent))).toContain(JSON.stringify(`${odd}\uFFFD`).slice(1, -1));
      },
    );
  });
});

describe("a reply that is one object", () => {
  const call = { path: "a.txt", content: "你好" };
  const bodies: Record<WireId, unknown> = {
    anthropic: {
      id: "m1",
      content: [
        { type: "text", text: "好的。" },
        { type: "tool_use", id: "t", name: "Write", input: call },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 10, output_tokens: 20 },
    },
    "openai-chat": {
      choices: [
        {
          message: {
            content: "好的。",
            tool_calls: [{ id: "t", function: { name: "Write", arguments: JSON.stringify(call) } }],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 20 },
    },
    "openai-responses": {
      status: "completed",
      output: [
        { type: "message", content: [{ type: "output_text", text: "好的。" }] },
        { type: "function_call", name: "Write", arguments: JSON.stringify(call) },
      ],
      usage: { input_tokens: 10, output_tokens: 20 },
    },
  };
  it.each(wireIds)("is accepted by %s", async (wire) => {
    const last = await ask(wire, (response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(bodies[wire])),
    );
    expect(last).toEqual({
      type: "finished",
      content: callContent,
      stop: "calls",
      usage: { input: 10, output: 20 },
    });
  });
});
