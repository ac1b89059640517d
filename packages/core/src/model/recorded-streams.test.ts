import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { createHttpClient } from "./http.ts";
import {
  collect,
  createTestModel,
  eventStream,
  joinDeltas,
  outcome,
  replayClient,
  serve,
  toSse,
  type WireId,
} from "./wire.fixture.ts";

function findRecordings(): string | undefined {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package-lock.json"))) {
    const parent = resolve(folder, "..");
    if (parent === folder) return undefined;
    folder = parent;
  }
  const found = resolve(folder, "../shared/streams");
  return existsSync(found) ? found : undefined;
}

const recordings = findRecordings();
if (recordings === undefined)
  console.warn("SKIPPED: no ../shared/streams beside the repository: recorded streams are NOT tested");

interface Expected {
  text: string | RegExp;
  reasoning?: string | RegExp;
  calls?: { name: string; input: unknown }[];
  stop: string;
  usage: Record<string, number>;
}

const weather = { name: "weather", input: { location: "San Francisco" } };
const sunny = [{ location: "San Francisco", temperature: 58, condition: "sunny" }];

const expected: Record<string, Expected> = {
  "anthropic/anthropic-clear-thinking.1": {
    text: "925 ÷ 5 = 185",
    reasoning: "The previous result was 925. Now I need to divide that by 5.\n\n925 ÷ 5 = 185",
    stop: "end",
    usage: { input: 69, output: 53 },
  },
  "anthropic/anthropic-json-tool.1": {
    text: "",
    calls: [{ name: "json", input: { elements: sunny } }],
    stop: "calls",
    usage: { input: 849, output: 47 },
  },
  "anthropic/anthropic-json-tool.2": {
    text: "I'll invoke the JSON response tool.",
    calls: [{ name: "json", input: { elements: sunny } }],
    stop: "calls",
    usage: { input: 849, output: 47 },
  },
  "anthropic/anthropic-message-delta-input-tokens": {
    text: "pong",
    stop: "end",
    usage: { input: 61, output: 2 },
  },
  "anthropic/anthropic-refusal": { text: "", stop: "refusal", usage: { input: 18, output: 5 } },
  "anthropic/anthropic-text": {
    text: "Hello! I'm doing well, thank you for asking. How are you doing today? Is there anything I can help you with?",
    stop: "end",
    usage: { input: 12, output: 30 },
  },
  "anthropic/anthropic-tool-no-args": {
    text: "I'll update the issue list for you.",
    calls: [{ name: "updateIssueList", input: {} }],
    stop: "calls",
    usage: { input: 565, output: 48 },
  },
  "anthropic/anthropic-web-fetch-tool.1": {
    text: /^I'll fetch the content from that Wikipedia page.*Gørlev and Høng in western Zealand.*rising sea levels\.$/s,
    stop: "end",
    usage: { input: 4230, output: 446 },
  },
  "anthropic/duplicate-message-start": {
    text: "Hello, World!",
    stop: "end",
    usage: { input: 17, output: 227 },
  },
  "openai-chat/alibaba-text": { text: /^## .{1000,}/s, stop: "end", usage: { input: 18, output: 779 } },
  "openai-chat/alibaba-tool-call": {
    text: "",
    calls: [weather],
    stop: "calls",
    usage: { input: 295, output: 22 },
  },
  "openai-chat/deepseek-reasoning": {
    text: /strawberry.*"r"s\.$/s,
    reasoning: /^We need .{400,}/s,
    stop: "end",
    usage: { input: 18, output: 219, reasoning: 205 },
  },
  "openai-chat/deepseek-tool-call": {
    text: "",
    reasoning: /^The user /,
    calls: [weather],
    stop: "calls",
    usage: { input: 339, output: 83, cacheRead: 320, reasoning: 39 },
  },
  "openai-chat/mistral-text": {
    text: "Hello, world! This is a test response.",
    stop: "end",
    usage: { input: 13, output: 8 },
  },
  "openai-chat/mistral-tool-call": {
    text: "",
    calls: [weather],
    stop: "calls",
    usage: { input: 124, output: 22 },
  },
  "openai-chat/openai-text": {
    text: /^\*\*Holiday .* respect.*\.$/s,
    stop: "end",
    usage: { input: 16, output: 300 },
  },
  "openai-chat/xai-tool-call": {
    text: "",
    reasoning: /^First, the /,
    calls: [weather],
    stop: "calls",
    usage: { input: 307, output: 253, cacheRead: 306, reasoning: 227 },
  },
};

/** A small generator of the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function cutRandomly(bytes: Uint8Array, random: () => number): Uint8Array[] {
  const cuts = Array.from({ length: 40 }, () => Math.floor(random() * bytes.length)).sort((a, b) => a - b);
  return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
}

function cutAll(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
}

describe.skipIf(recordings === undefined)("recorded streams", () => {
  const files = recordings
    ? (["anthropic", "openai-chat"] as const).flatMap((wire) =>
        readdirSync(join(recordings, wire)).map((file) => ({
          wire,
          name: `${wire}/${file.replace(".chunks.txt", "")}`,
          file,
        })),
      )
    : [];

  it("are all expected", () => {
    expect(files.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
  });

  for (const { wire, name, file } of files) {
    const lines = readFileSync(join(recordings ?? "", wire, file), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
    const read = (chunks: Uint8Array[]) =>
      collect(createTestModel(wire as WireId, replayClient(chunks))).then(joinDeltas);

    describe(name, () => {
      it("gives what the provider said", async () => {
        const events = await read([toSse(wire, lines)]);
        const last = outcome(events);
        if (last.type !== "finished") throw last.error;
        const want = expected[name];
        const textOf = (type: "text" | "reasoning"): string =>
          last.content.map((part) => (part.type === type ? part.text : "")).join("");
        const match = (found: string, wanted: string | RegExp) =>
          typeof wanted === "string" ? expect(found).toBe(wanted) : expect(found).toMatch(wanted);
        match(textOf("text"), want?.text ?? "");
        match(textOf("reasoning"), want?.reasoning ?? "");
        expect(last.content.filter((part) => part.type === "call")).toEqual(
          (want?.calls ?? []).map((call) => ({ type: "call", ...call })),
        );
        expect({ stop: last.stop, usage: last.usage }).toEqual({ stop: want?.stop, usage: want?.usage });
      });

      it("gives the same byte by byte, with either line end", async () => {
        const whole = await read([toSse(wire, lines)]);
        expect(await read(cutAll(toSse(wire, lines)))).toEqual(whole);
        expect(await read(cutAll(toSse(wire, lines, "\r\n")))).toEqual(whole);
      });

      it("gives the same in 100 random cuts", async () => {
        const whole = await read([toSse(wire, lines)]);
        const random = createRandom(lines.length);
        for (let round = 0; round < 100; round++) {
          const bytes = toSse(wire, lines, round % 2 === 0 ? "\n" : "\r\n");
          expect(await read(cutRandomly(bytes, random))).toEqual(whole);
        }
      });

      it("gives the same over HTTP", async () => {
        const bytes = toSse(wire, lines, "\r\n");
        const pieces = cutRandomly(bytes, createRandom(7));
        await using server = await serve((_request, response) => {
          response.writeHead(200, eventStream);
          for (const piece of pieces) response.write(piece);
          response.end();
        });
        const http = createHttpClient({ env: {} });
        const events = await collect(createTestModel(wire, http, { baseUrl: `${server.url}/v1` }));
        http.close();
        expect(joinDeltas(events)).toEqual(await read([bytes]));
      });
    });
  }
});
