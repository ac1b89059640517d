import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import type { SessionEvent, SessionId } from "../protocol/index.ts";
import {
  createInProcessModel,
  createTempWorkspace,
  type NormalRequest,
  type Script,
  type TempWorkspace,
  type Turn,
} from "../testing/index.ts";
import { defineTool, textResult } from "../tool/define-tool.ts";

let temp: TempWorkspace;
let runtime: Runtime;
let requests: NormalRequest[];
let events: SessionEvent[];

const isSummary = ({ tools }: NormalRequest): boolean => tools.length === 0;
const limits = { context: 32_000, output: 2_000, images: true };

const long = defineTool({
  name: "Long",
  description: "Gives a long text.",
  input: z.object({ chars: z.number(), n: z.number() }),
  effect: "read",
  describe: () => ({ title: "long", resources: [] }),
  run: async ({ chars, n }) => textResult(`${n} ${"word ".repeat(chars / 5)}`),
});
const call = (n: number, chars = 29_000) => ({ name: "Long", input: { n, chars } });

async function open(script: (request: NormalRequest) => Turn | Promise<Turn>): Promise<void> {
  const recorded: Script = (request) => {
    requests.push(request);
    return script(request);
  };
  const models = { scripted: createInProcessModel(recorded, { limits }) };
  const retry = { times: 1, baseMs: 1, maxMs: 1 };
  runtime = await createRuntime({ env: temp.env, models, tools: [long], retry });
}

async function ask(text: string, sessionId?: SessionId): Promise<{ id: SessionId; reason: string }> {
  const settings = { model: "scripted", mode: "unrestricted" as const };
  const target = sessionId === undefined ? { folder: temp.folder } : { sessionId };
  const admitted = await runtime.prompt({ text, settings, ...target });
  const { reason } = await runtime.run(admitted.sessionId, { onEvent: (event) => events.push(event) });
  return { id: admitted.sessionId, reason };
}

const types = (type: string): number => events.filter((event) => event.type === type).length;
const charsOf = (request: NormalRequest | undefined): number => JSON.stringify(request?.messages).length;

beforeEach(async () => {
  temp = await createTempWorkspace();
  requests = [];
  events = [];
});
afterEach(async () => {
  await runtime.close();
  await temp.remove();
});

describe("a context that is too small", () => {
  it("for the results of one reply has a part of each", async () => {
    await open(({ turn }) => (turn === 0 ? { calls: [1, 2, 3, 4, 5, 6].map((n) => call(n)) } : "read"));
    expect((await ask("go")).reason).toBe("done");
    expect([types("results.cleared"), types("session.compacted")]).toEqual([1, 0]);
    const results = requests.at(-1)?.results ?? [];
    expect(results).toHaveLength(6);
    for (const { text } of results)
      expect(text).toMatch(/^\d word [^[]*\n\[\d+ characters of output left out/s);
    expect(charsOf(requests.at(-1))).toBeLessThan(limits.context * 0.7 * 4);
    expect(charsOf(requests.at(-1))).toBeGreaterThan(limits.context * 0.5 * 4 * 0.7);
  });

  it("for a prompt gets it whole, and the rest goes", async () => {
    await open(({ turn }) => `reply ${turn} ${"word ".repeat(400)}`);
    const { id } = await ask("the first wish");
    for (let turn = 0; turn < 3; turn++) await ask(`more ${turn}`, id);
    const huge = "huge ".repeat(25_000);
    expect((await ask(huge, id)).reason).toBe("done");
    expect(requests.at(-1)?.last).toBe(huge);
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("the first wish");
    expect(requests.at(-1)?.turn).toBe(0);
  });

  it("asks no summary twice in a row, and nothing but the conversation where it fits", async () => {
    let turn = 0;
    await open((request) => {
      if (isSummary(request)) return "summed up";
      return ++turn > 30 ? "end" : { text: "said ".repeat(600), calls: [call(turn, 500)] };
    });
    expect((await ask("go")).reason).toBe("done");
    const kinds = requests.map((request) => (isSummary(request) ? "S" : "t")).join("");
    expect(kinds).toMatch(/^t{5,}St{5,}/);
    expect(kinds).not.toContain("SS");
    expect(types("session.compacted")).toBe(kinds.split("S").length - 1);
    expect(events.filter((event) => event.type === "text.delta" && event.text.includes("summed"))).toEqual(
      [],
    );
  });

  it("is cut without words where the model has none, and these are in the next summary", async () => {
    let turn = 0;
    let tries = 0;
    await open((request) => {
      if (isSummary(request)) return ++tries <= 2 ? "" : "summed up";
      return ++turn > 45 ? "end" : { text: `turn ${turn} ${"said ".repeat(600)}`, calls: [call(turn, 100)] };
    });
    expect((await ask("go")).reason).toBe("done");
    const compacted = events.flatMap((event) => (event.type === "session.compacted" ? [event] : []));
    expect(compacted[0]).toMatchObject({ summary: "" });
    expect(compacted[0]?.omitted).toBeGreaterThan(0);
    expect(compacted[1]).toMatchObject({ summary: "summed up" });
    expect(events.some((event) => event.type === "message.failed" && event.willRetry)).toBe(true);
    const told =
      requests
        .findLast(isSummary)
        ?.messages.map(({ text }) => text)
        .join("") ?? "";
    expect(told).toContain("turn 1 ");
    expect(JSON.stringify(requests.at(-1)?.messages)).not.toContain("omitted]");
  });

  it("takes a prompt that comes while it is being summarised", async () => {
    let turn = 0;
    let id: SessionId | undefined;
    await open(async (request) => {
      if (isSummary(request)) {
        if (id) await runtime.prompt({ text: "one more thing", settings: {}, sessionId: id });
        return "summed up";
      }
      if (request.last.includes("one more thing")) return "heard";
      return { text: "said ".repeat(600), calls: [call(++turn, 500)] };
    });
    const settings = { model: "scripted", mode: "unrestricted" as const };
    ({ sessionId: id } = await runtime.prompt({ text: "go", settings, folder: temp.folder }));
    const result = await runtime.run(id, { onEvent: (event) => events.push(event) });
    expect([result.reason, result.text]).toEqual(["done", "heard"]);
    expect(types("session.compacted")).toBe(1);
  });
});

describe("runtime.sessions.compact", () => {
  it("summarises because a person wants it, with their words in mind", async () => {
    await open((request) => (isSummary(request) ? "short" : `reply to ${request.last}`));
    const { id } = await ask("the first wish");
    await ask("second", id);
    const before = await runtime.sessions.context(id);
    const compacted = await runtime.sessions.compact(id, { words: "names of files" });
    expect(compacted?.summary).toBe("short");
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("names of files");
    const after = await runtime.sessions.context(id);
    expect([before.parts.summary, after.parts.replies]).toEqual([0, 0]);
    expect(after.parts.summary).toBeGreaterThan(0);
    await ask("third", id);
    const texts = requests.at(-1)?.messages.map(({ text }) => text) ?? [];
    expect(texts[0]).toContain("the first wish");
    expect(texts[1]).toContain("short");
    expect(texts.at(-1)).toBe("third");
    expect(texts).toHaveLength(3);
  });

  it("has nothing to do in a new session, and says what went wrong", async () => {
    await open((request) => (isSummary(request) ? { text: "no", stop: "refusal" } : "reply"));
    const settings = { model: "scripted", mode: "default" as const };
    const { sessionId } = await runtime.prompt({ text: "go", settings, folder: temp.folder });
    expect(await runtime.sessions.compact(sessionId)).toBeUndefined();
    await runtime.run(sessionId);
    await expect(runtime.sessions.compact(sessionId)).rejects.toMatchObject({ code: "model-refused" });
    const view = await runtime.sessions.open(sessionId);
    expect(view.start).toBeUndefined();
    expect((await ask("again", sessionId)).reason).toBe("done");
  });
});
