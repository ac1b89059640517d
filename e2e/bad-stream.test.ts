import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRuntime, type Runtime } from "../packages/core/src/index.ts";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";
import {
  createTempWorkspace,
  startScriptedModel,
  type Script,
  type ScriptedModel,
  type TempWorkspace,
  type Turn,
} from "../packages/core/src/testing/index.ts";

/** Faults of a model's stream, through the whole engine: what reaches the log and how the run ends. */

const key = "sk-canary-0123456789abcdef";
const wires = ["anthropic", "openai-chat", "openai-responses"] as const;
let temp: TempWorkspace;
let runtime: Runtime;
let server: ScriptedModel | undefined;

beforeAll(async () => {
  temp = await createTempWorkspace();
  const providers = Object.fromEntries(
    wires.map((wire) => [wire, { wire, baseUrl: "http://127.0.0.1:1/v1" }]),
  );
  await temp.write(
    "../home/.skillmint/models.jsonc",
    JSON.stringify({
      providers: {
        ...providers,
        short: {
          wire: "anthropic",
          baseUrl: "http://127.0.0.1:1/v1",
          timeouts: { firstMs: 400, idleMs: 400, totalMs: 1500 },
        },
      },
    }),
  );
  const keys = Object.fromEntries(
    [...wires, "short"].map((wire) => [`${wire.toUpperCase().replace("-", "_")}_API_KEY`, key]),
  );
  runtime = await createRuntime({
    env: { ...temp.env, ...keys },
    retry: { times: 2, baseMs: 1, maxMs: 1_000 },
  });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(async () => {
  await runtime.close();
  await temp.remove();
});

async function run(provider: string, script: Script) {
  server = await startScriptedModel(script);
  const events: SessionEvent[] = [];
  const onEvent = (event: SessionEvent): void => void events.push(event);
  const { sessionId } = await runtime.prompt({
    text: "go",
    folder: temp.folder,
    settings: { model: `${provider}/m`, baseUrl: `${server.url}/v1`, mode: "unrestricted" },
    onEvent,
  });
  const began = performance.now();
  const result = await runtime.run(sessionId, { onEvent });
  expect(JSON.stringify(events)).not.toContain(key.slice(3, 15));
  const view = await runtime.sessions.open(sessionId);
  expect(view.openCalls).toEqual([]);
  const settled = events.flatMap((event) => (event.type === "tool.settled" ? [event] : []));
  const called = events.flatMap((event) => (event.type === "tool.called" ? [event.callId] : []));
  expect(settled.map((event) => event.callId).sort()).toEqual(called.sort());
  const starts = events.filter((event) => event.type === "tool.started").length;
  return { result, events, settled, starts, ms: performance.now() - began, requests: server.requests.length };
}

const bash = (n: number): Turn => ({
  text: "I run it.",
  calls: [{ name: "Bash", input: { command: `echo effect-${n} >> effects-${n}.txt` } }],
});

describe.each(wires)("%s", (wire) => {
  it("L1: a stream that is cut at any event of a call is asked for again, and the call runs once", async () => {
    for (let cut = 1; cut <= 12; cut++) {
      const first = bash(cut) as Exclude<Turn, string>;
      const { result, starts } = await run(wire, [
        { ...first, chunk: 8, fault: { cutAfterEvents: cut, times: 1 } },
        "done",
      ]);
      expect([cut, result.reason, starts]).toEqual([cut, "done", 1]);
    }
  });

  it("L1: one that is always cut ends as an error and runs nothing", async () => {
    const first = bash(99) as Exclude<Turn, string>;
    const { result, starts, requests } = await run(wire, [{ ...first, fault: { cutAfterEvents: 3 } }]);
    expect([result.reason, result.error?.code, starts, requests]).toEqual([
      "error",
      "model-stream-broken",
      0,
      3,
    ]);
  });

  it("L2: unreadable arguments are a result for the model and run nothing", async () => {
    for (const rawArguments of ['{"command": "ec', "not json", '"text"', "[1,2]", "null"]) {
      const { result, settled, starts } = await run(wire, [
        { calls: [{ name: "Bash", rawArguments }] },
        "I see",
      ]);
      expect([rawArguments, result.reason, settled[0]?.status, starts]).toEqual([
        rawArguments,
        "done",
        "error",
        0,
      ]);
    }
  });

  it("L3: every byte by itself gives the same", async () => {
    const { result, settled } = await run(wire, [
      {
        text: "看 ünï 😀",
        calls: [{ name: "Glob", input: { pattern: "*.没有" } }],
        fault: { splitBytes: 1, crlf: true },
      },
      "好",
    ]);
    expect([result.text, settled[0]?.status]).toEqual(["好", "ok"]);
  });

  it.each([429, 500, 502, 503, 529])("L4: %i is tried again and then works", async (status) => {
    const { result, requests } = await run(wire, [
      { text: "ok", fault: { status, times: 1, headers: { "retry-after": "0" } } },
    ]);
    expect([result.reason, requests]).toEqual(["done", 2]);
  });

  it("L4: a wish to wait for ever is an error, at once", async () => {
    const { result, ms } = await run(wire, [
      { text: "ok", fault: { status: 429, headers: { "retry-after": "1000000000" } } },
    ]);
    expect([result.reason, result.error?.code]).toEqual(["error", "model-rate-limited"]);
    expect(ms).toBeLessThan(2_000);
  });

  it("L5: an error event in mid-stream is tried again; a missing end is too", async () => {
    for (const fault of [
      { errorEvent: { type: "overloaded_error", message: "busy" }, times: 1 },
      { dropLastEvents: 2, times: 1 },
    ]) {
      const { result } = await run(wire, [{ text: "a longer text", chunk: 3, fault }]);
      expect([result.reason, result.text]).toEqual(["done", "a longer text"]);
    }
  });

  it("L6: duplicate, missing and huge ids, unknown tools, 100 calls: one result each", async () => {
    const glob = (n: number, id: string | null) => ({ name: "Glob", input: { pattern: `*.${n}` }, id });
    const odd = [
      glob(1, "same"),
      glob(2, "same"),
      glob(3, null),
      glob(4, "x".repeat(5_000)),
      { name: "Nope", input: {}, id: "" },
    ];
    const { result, settled } = await run(wire, [{ calls: odd }, "ok"]);
    expect(result.reason).toBe("done");
    expect(settled.length).toBeGreaterThanOrEqual(4);
    const many = await run(wire, [{ calls: Array.from({ length: 100 }, (_, n) => glob(n, `c${n}`)) }, "ok"]);
    expect([many.result.reason, many.settled.length]).toEqual(["done", 100]);
  });

  it("L7: empty, cut, refused, filtered and overflowing replies are told apart", async () => {
    const ends: [Script, string, string | undefined][] = [
      [() => ({ text: "" }), "error", "model-empty-reply"],
      [[{ text: "half", stop: "length" }], "limit", undefined],
      [
        [{ calls: [{ name: "Bash", rawArguments: '{"command": "echo' }], stop: "length" }, "smaller"],
        "done",
        undefined,
      ],
      [[{ text: "no", stop: "refusal" }], "error", "model-refused"],
      [
        [
          {
            text: "x",
            fault: {
              status: 400,
              body: { error: { message: "prompt is too long: maximum context length is 10 tokens" } },
            },
          },
        ],
        "error",
        "context-overflow",
      ],
      ...(wire === "anthropic"
        ? []
        : [[[{ text: "…", stop: "filter" }], "error", "model-filtered"] as [Script, string, string]]),
    ];
    for (const [script, reason, code] of ends) {
      const { result, starts } = await run(wire, script);
      expect([result.reason, result.error?.code, starts]).toEqual([reason, code, 0]);
    }
  });

  it("L9: a refused key, a page instead of a reply, an unknown model: no second try, the provider's own words, never the key", async () => {
    const echo = { error: { type: "x", message: `Incorrect API key provided: ${key}` } };
    const faults: [object, string][] = [
      [{ status: 401, body: echo }, "model-auth"],
      [{ status: 403, body: echo }, "model-auth"],
      [{ html: true }, "model-bad-reply"],
      [
        {
          status: 404,
          body: { error: { type: "not_found_error", code: "model_not_found", message: "model: m" } },
        },
        "model-not-found",
      ],
    ];
    for (const [fault, code] of faults) {
      const { result, requests } = await run(wire, [{ text: "x", fault }]);
      expect([result.reason, result.error?.code, requests]).toEqual(["error", code, 1]);
    }
  });

  it("L10: strange strings go there and back", async () => {
    const strange = 'NUL \0 bell \u0007 bidi \u202e tag \u{e0041} quote " back \\ 中文 😀 </tool>';
    const { settled } = await run(wire, [
      { calls: [{ name: "Bash", input: { command: "cat <<'E'\n" + strange.replace("\0", "") + "\nE" } }] },
      "ok",
    ]);
    expect(settled[0]?.content).toEqual([{ type: "text", text: strange.replace("\0", "") }]);
  });
});

describe("L8: time", () => {
  it.each([
    ["silence", { silence: true }],
    ["pings only", { pingOnly: 20 }],
    ["an endless stream", { endless: true }],
  ] as const)("%s ends by a timeout", async (_, fault) => {
    const { result, ms } = await run("short", [{ text: "x", fault: { ...fault } }]);
    expect([result.reason, result.error?.code]).toEqual(["error", "model-timeout"]);
    expect(ms).toBeLessThan(8_000);
  });
});
