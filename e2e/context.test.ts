import { describe, expect, it } from "vitest";
import type { Fault, ScriptFunction } from "../packages/core/src/testing/index.ts";
import {
  cachedParts,
  changesBefore,
  findInvalid,
  isSummary,
  limitContext,
  longText,
  modelRequests,
  readPart,
  textsOf,
  type ModelRequest,
} from "./context.fixture.ts";
import { answerOf, eventsOf, sessionOf, startCli, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();
const share = 0.7;

const requests = (): ModelRequest[] => modelRequests(stage.server.requests);
const talk = (): ModelRequest[] => requests().filter(({ normal }) => !isSummary(normal));

/** Reads a file in parts, one in each reply, and says "read it all" after the last. */
function reader(turns: number, limit: number | undefined, summary: () => string): ScriptFunction {
  let turn = 0;
  return (request) => {
    if (isSummary(request)) return summary();
    if (++turn > turns) return "read it all";
    return { text: `part ${turn}`, calls: [readPart(turn * 20, limit)] };
  };
}

describe.each(wires)("a long conversation, %s", (...wire) => {
  const key = { [wire[2]]: testKey };
  const flags = ["--max-iterations", "400"];
  const overflow: Fault =
    wire[0] === "anthropic"
      ? {
          status: 400,
          body: {
            type: "error",
            error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000" },
          },
        }
      : {
          status: 400,
          body: {
            error: {
              message: "This model's maximum context length is 8192 tokens.",
              type: "invalid_request_error",
              code: "context_length_exceeded",
            },
          },
        };

  it("of 300 turns stays valid and below its budget at every request", { timeout: 180_000 }, async () => {
    const size = 32_000;
    await limitContext(stage.temp, wire, size);
    await stage.temp.write("long.txt", longText(20_000));
    let summaries = 0;
    const result = await stage.run(
      wire,
      reader(300, undefined, () => `summary ${++summaries}: the file is read to its end`),
      flags,
    );
    expect([result.code, answerOf(result)]).toEqual([0, "read it all"]);
    const lengths = eventsOf(result, "tool.settled").map(({ content }) => JSON.stringify(content).length);
    expect(Math.min(...lengths)).toBeGreaterThan(25_000);
    expect(requests().flatMap(({ normal }) => findInvalid(normal.messages))).toEqual([]);
    // The scripted server counts four characters of a request as a token.
    const sizes = requests().map(({ body }) => JSON.stringify(body).length / 4);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(size * share);
    expect(summaries).toBeGreaterThan(0);
    expect(
      talk().every((request) =>
        textsOf(request).some((text) => /^(\[How the conversation began\]\n)?go/.test(text)),
      ),
    ).toBe(true);
  });

  it("begins each request with the one before it, but after what the log says changed it", async () => {
    await limitContext(stage.temp, wire, 32_000);
    await stage.temp.write("long.txt", longText(3_000));
    const result = await stage.run(
      wire,
      reader(60, 120, () => "the file is being read"),
      flags,
    );
    expect(result.code).toBe(0);
    const parts = talk().map(cachedParts);
    const isChanged = changesBefore(result.events);
    expect(parts).toHaveLength(isChanged.length);
    const broken = parts.flatMap((each, index) => {
      const before = parts[index - 1] ?? [];
      return isChanged[index] || before.every((part, place) => part === each[place]) ? [] : [index];
    });
    expect(broken).toEqual([]);
    const changes = isChanged.filter(Boolean).length;
    expect(changes).toBeGreaterThan(0);
    // Large steps: what is cached is lost rarely.
    expect(changes).toBeLessThan(10);
  });

  it("is compacted and asked once more where the provider finds a request too long", async () => {
    await stage.temp.write("long.txt", longText(3_000));
    const script = reader(12, 200, () => "parts of the file were read");
    const result = await stage.run(wire, async (request) => {
      const isLong = JSON.stringify(request.body).length > 60_000;
      if (isLong && !isSummary(request)) return { fault: overflow };
      return script(request);
    });
    expect([result.code, answerOf(result)]).toEqual([0, "read it all"]);
    expect(eventsOf(result, "session.compacted").map(({ summary }) => summary)).toContain(
      "parts of the file were read",
    );
    expect(eventsOf(result, "message.failed").map(({ error, willRetry }) => [error.code, willRetry])).toEqual(
      eventsOf(result, "session.compacted").map(() => ["context-overflow", true]),
    );
    expect(requests().flatMap(({ normal }) => findInvalid(normal.messages))).toEqual([]);
  });

  it("ends with the provider's error where that does not help", async () => {
    await stage.temp.write("long.txt", longText(3_000));
    const result = await stage.run(wire, ({ turn, tools }) => {
      if (isSummary({ tools })) return "a summary";
      return turn < 3 && stage.server.requests.length <= 3
        ? { calls: [readPart(turn * 20, 50)] }
        : { fault: overflow };
    });
    expect(result.code).toBe(1);
    expect(eventsOf(result, "run.ended").at(-1)?.error?.code).toBe("context-overflow");
    expect(requests().filter(({ normal }) => isSummary(normal))).toHaveLength(1);
    expect(requests()).toHaveLength(3 + 1 + 1 + 1);
  });

  it.each([
    ["refused", { text: "no", stop: "refusal" as const }],
    ["rejected", { fault: { status: 400, body: { error: { message: "unsupported" } } } }],
  ])("leaves out what is old where a summary is %s, and goes on", async (_name, summary) => {
    await limitContext(stage.temp, wire, 16_000);
    await stage.temp.write("long.txt", longText(3_000));
    // Replies cannot be cleared: they fill the context.
    let turn = 0;
    await stage.serve((request) => {
      if (isSummary(request)) return summary;
      if (++turn > 20) return "all said";
      return { text: `${turn} ${"said ".repeat(800)}`, calls: [readPart(turn * 10, 3)] };
    });
    const model = ["--model", wire[1], "--base-url", stage.baseUrl()];
    const args = ["--json", "--lang", "zh-CN", "run", ...model, ...flags, "先做这个"];
    const result = await stage.cli(args, key);
    expect([result.code, answerOf(result)]).toEqual([0, "all said"]);
    const trimmed = eventsOf(result, "session.compacted");
    expect(trimmed.length).toBeGreaterThan(0);
    expect(trimmed.every(({ omitted, summary: text }) => (omitted ?? 0) > 0 && text === "")).toBe(true);
    const last = talk().slice(-1).flatMap(textsOf).join("\n");
    expect(last).toContain(`[前 ${trimmed.at(-1)?.omitted} 条消息已省略]`);
    expect(talk().every((request) => textsOf(request).join("").includes("先做这个"))).toBe(true);
    expect(requests().flatMap(({ normal }) => findInvalid(normal.messages))).toEqual([]);
  });

  it.each(["SIGINT", "SIGKILL"] as const)("loses nothing to a %s in the middle of a summary", async (by) => {
    await limitContext(stage.temp, wire, 16_000);
    await stage.temp.write("long.txt", longText(3_000));
    let turn = 0;
    let asked: () => void = () => undefined;
    const summaryAsked = new Promise<void>((resolve) => (asked = resolve));
    let isStopped = false;
    await stage.serve((request) => {
      if (isSummary(request)) {
        asked();
        return isStopped ? "what was said" : { text: "never read", delayMs: 60_000 };
      }
      if (++turn > 8) return "all said";
      return { text: `${turn} ${"said ".repeat(800)}`, calls: [readPart(turn * 10, 3)] };
    });
    const env = { ...stage.temp.env, ...key };
    const args = ["--json", "run", "--model", wire[1], "--base-url", stage.baseUrl(), "go"];
    const running = startCli(args, { env, cwd: stage.temp.folder });
    await summaryAsked;
    const began = performance.now();
    running.child.kill(by);
    const stopped = await running.done;
    expect(performance.now() - began).toBeLessThan(2_000);
    if (by === "SIGINT") expect(stopped.code).toBe(130);
    expect(eventsOf(stopped, "session.compacted")).toEqual([]);
    isStopped = true;
    const resumed = await stage.cli(["--json", "resume", sessionOf(stopped)], key);
    expect([resumed.code, answerOf(resumed)]).toEqual([0, "all said"]);
    expect(eventsOf(resumed, "session.compacted").map(({ summary }) => summary)).toContain("what was said");
    expect(requests().flatMap(({ normal }) => findInvalid(normal.messages))).toEqual([]);
  });
});
