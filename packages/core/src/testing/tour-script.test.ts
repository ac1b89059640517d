import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Language } from "../protocol/index.ts";
import { createDemoScript } from "./demo-script.ts";
import { chooseTurn, type NormalMessage, type NormalRequest } from "./script.ts";
import { tourMark } from "./tour-script.ts";

const offered = ["Read", "Write", "Edit", "Glob", "Bash", "Task", "TodoWrite", "AskUserQuestion"];

interface Play {
  tools?: string[];
  language?: Language;
  system?: string;
  messages?: NormalMessage[];
  /** What a tool answers; `!` in front means that it failed. */
  results?: Record<string, string>;
}

/** Plays on until the demo says something without a call; every reply comes from a fresh script, as after a restart. */
async function play({
  tools = offered,
  language = "en",
  system = tourMark,
  results = {},
  ...rest
}: Play = {}) {
  const messages: NormalMessage[] = rest.messages ?? [{ role: "user", text: "Show me around", images: 0 }];
  const steps: string[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const request = { system, messages, tools } as NormalRequest;
    const { text = "", calls = [] } = await chooseTurn(createDemoScript(language), request, turn);
    const made = calls.map(({ name, input }, index) => ({ id: `${messages.length}x${index}`, name, input }));
    messages.push({ role: "assistant", text, reasoning: "", calls: made });
    if (made.length === 0) return { steps, answer: text, messages };
    steps.push(made.map(({ name }) => name).join("+"));
    for (const { id, name } of made) {
      const result = results[name] ?? "ok";
      const isError = result.startsWith("!");
      messages.push({ role: "tool", id, name, isError, text: isError ? result.slice(1) : result });
    }
  }
  throw new Error("the tour did not end");
}

const whole = [
  "TodoWrite+Glob",
  "Write",
  "Edit",
  "TodoWrite+Task",
  "TodoWrite+Bash",
  "TodoWrite+AskUserQuestion",
  "TodoWrite",
];

describe("the tour", () => {
  it("is what the bundled skill begins with", async () => {
    const text = await readFile(new URL("../../../../skills/tour/SKILL.md", import.meta.url), "utf8");
    expect(text.split("---\n")[2]?.trimStart().startsWith(`${tourMark}\n`)).toBe(true);
    expect(text).toContain("disable-model-invocation: true");
  });

  it.each([
    ["en", "→ Connect a model", "Next: open Settings"],
    ["zh-CN", "→ 连接一个模型", "接下来：打开“设置”"],
  ] as const)("goes through everything in %s, and fits the answer", async (language, answered, hint) => {
    const { steps, answer, messages } = await play({ language, results: { AskUserQuestion: answered } });
    expect(steps).toEqual(whole);
    expect(answer).toContain(hint);
    const plans = messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const last = plans.findLast(({ name }) => name === "TodoWrite");
    expect(JSON.stringify(last?.input)).not.toMatch(/in_progress|pending/);
  });

  it("speaks Chinese to whoever writes Chinese", async () => {
    const { answer } = await play({ messages: [{ role: "user", text: "带我看看", images: 0 }] });
    expect(answer).toContain("导览到此结束");
  });

  it("goes on when the command is refused, and tells it", async () => {
    const { steps, answer } = await play({ results: { Bash: "!no {name}" } });
    expect(steps).toEqual(whole);
    expect(answer).toContain("Bash: not done (no {name})");
  });

  it("neither changes nor reads a file that could not be written", async () => {
    const { steps, answer } = await play({ results: { Write: "!read-only" } });
    expect(steps).toEqual(whole.filter((step) => !/Edit|Task/.test(step)));
    expect(answer).not.toContain("sessions undo");
  });

  it("reads an older file before it replaces it", async () => {
    const { steps } = await play({ results: { Glob: "skillmint-tour.md" } });
    expect(steps.slice(0, 3)).toEqual(["TodoWrite+Glob", "Read", "Write"]);
  });

  it("uses only what is on offer", async () => {
    expect((await play({ tools: ["AskUserQuestion"] })).steps).toEqual(["AskUserQuestion"]);
    expect((await play({ tools: [] })).steps).toEqual([]);
  });

  it("is not begun again by the next prompt, unless the skill is", async () => {
    const { messages } = await play();
    const next = (text: string): NormalMessage[] => [...messages, { role: "user", text, images: 0 }];
    expect((await play({ messages: next("sort my notes") })).steps[0]).toBe("Glob");
    expect((await play({ messages: next(`/tour\n${tourMark}`), system: "" })).steps).toEqual(whole);
  });

  it("has a sub-agent that reads the file and says what it found", async () => {
    const { messages } = await play();
    const calls = messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const prompt = String(calls.find(({ name }) => name === "Task")?.input?.["prompt"]);
    const child = (Read: string) =>
      play({
        system: "",
        tools: ["Read", "Glob"],
        messages: [{ role: "user", text: prompt, images: 0 }],
        results: { Read },
      });
    const found = await child("# A tour\n\nState: finished\n");
    expect(found.steps).toEqual(["Read"]);
    expect(found.answer).toBe("skillmint-tour.md is there, 3 lines long, and says: State: finished.");
    expect((await child("!gone")).answer).toContain("could not be read: gone");
  });
});
