import { describe, expect, it } from "vitest";
import type { ModelMessage, ModelRequest, ReplyPart } from "../model/model.ts";
import { textOf, type Language } from "../protocol/index.ts";
import { createDemoScript } from "./demo-script.ts";
import { createInProcessModel } from "./in-process-model.ts";

const offered = ["Read", "Write", "Edit", "Glob", "Grep"];

interface Result {
  text: string;
  isError?: boolean;
}

async function reply(language: Language, messages: ModelMessage[], tools: string[]): Promise<ReplyPart[]> {
  const request: ModelRequest = {
    system: "",
    messages,
    tools: tools.map((name) => ({ name, description: "", inputSchema: {} })),
    place: { agent: "main", iteration: 1 },
  };
  const model = createInProcessModel(createDemoScript(language), { id: "demo/demo" });
  for await (const event of model.stream(request, AbortSignal.timeout(5_000))) {
    if (event.type === "finished") return event.content;
    if (event.type === "failed") throw event.error;
  }
  throw new Error("the stream ended without an end");
}

/** Plays a whole run; every request is made by a fresh model, as after a restart. */
async function play(
  tools: string[],
  execute: (name: string, input: Record<string, unknown>) => Result,
  options: { language?: Language; messages?: ModelMessage[] } = {},
): Promise<{ steps: string[][]; answer: string; messages: ModelMessage[] }> {
  const {
    language = "en",
    messages = [{ role: "user", content: [{ type: "text", text: "sort my notes" }] }],
  } = options;
  const steps: string[][] = [];
  for (let turn = 0; turn < 10; turn++) {
    const content = await reply(language, messages, tools);
    const calls = content.filter((part) => part.type === "call");
    const ids = calls.map((_, index) => `call_${messages.length}x${index}`);
    messages.push({
      role: "assistant",
      model: "demo/demo",
      content: content.map((part) =>
        part.type === "call" ? { ...part, callId: ids[calls.indexOf(part)] ?? "call_0" } : part,
      ),
    });
    if (calls.length === 0) return { steps, answer: textOf(content), messages };
    steps.push(calls.map((call) => call.name));
    for (const [index, call] of calls.entries()) {
      const { text, isError = false } = execute(call.name, call.input);
      messages.push({
        role: "tool",
        callId: ids[index] ?? "",
        name: call.name,
        isError,
        content: [{ type: "text", text }],
      });
    }
  }
  throw new Error("the demo did not end");
}

/** A file system of one file, as the tools see it. */
function oneFile() {
  const state: { content: string | undefined } = { content: undefined };
  const execute = (name: string, input: Record<string, unknown>): Result => {
    if (name === "Glob") return { text: state.content === undefined ? "a.txt" : "a.txt\nskillmint-demo.md" };
    if (name === "Write") state.content = String(input["content"]);
    if (name === "Edit") {
      const [old, fresh] = [String(input["old_string"]), String(input["new_string"])];
      const parts = (state.content ?? "").split(old);
      if (parts.length !== 2) return { text: `found ${parts.length - 1} times`, isError: true };
      state.content = parts.join(fresh);
    }
    return { text: "ok" };
  };
  return { state, execute };
}

describe.each(["en", "zh-CN"] as const)("the demo in %s", (language) => {
  it("looks, writes, edits, reads and says what it is and how to get a real model", async () => {
    const { state, execute } = oneFile();
    const { steps, answer } = await play(offered, execute, { language });
    expect(steps).toEqual([["Glob", "Grep"], ["Write"], ["Edit"], ["Read"]]);
    expect(state.content).toContain("> sort my notes");
    expect(state.content).toContain(language === "en" ? "State: finished" : "状态：已完成");
    expect(answer).toContain(language === "en" ? "scripted demo model" : "脚本演示模型");
    for (const hint of [
      "ANTHROPIC_API_KEY",
      "OPENAI_API_KEY",
      "skillmint models add PROVIDER --key-stdin",
      "Ollama",
    ]) {
      expect(answer).toContain(hint);
    }
    expect(answer).toContain("skillmint sessions undo");
  });
});

describe("the demo", () => {
  it("reads an older file before it replaces it", async () => {
    const { state, execute } = oneFile();
    state.content = "from an earlier demo";
    const { steps } = await play(offered, execute);
    expect(steps).toEqual([["Glob", "Grep"], ["Read"], ["Write"], ["Edit"], ["Read"]]);
  });

  it("goes on when it is refused, says so, and promises no undo of what was not done", async () => {
    const { answer, steps } = await play(offered, (name) =>
      name === "Write"
        ? { text: "The user refused this operation: no {name}", isError: true }
        : { text: "ok" },
    );
    expect(steps).toEqual([["Glob", "Grep"], ["Write"]]);
    expect(answer).toContain("Write: not done (The user refused this operation: no {name})");
    expect(answer).not.toContain("sessions undo");
  });

  it("begins anew with the next prompt", async () => {
    const { execute, state } = oneFile();
    const first = await play(offered, execute);
    const next: ModelMessage = { role: "user", content: [{ type: "text", text: "another thing" }] };
    const second = await play(offered, execute, { messages: [...first.messages, next] });
    expect(second.steps).toEqual([["Glob", "Grep"], ["Read"], ["Write"], ["Edit"], ["Read"]]);
    expect(state.content).toContain("> another thing");
  });

  it("is plain chat without tools, and uses only what is on offer", async () => {
    const chat = await play([], () => ({ text: "" }));
    expect(chat.steps).toEqual([]);
    expect(chat.answer).toContain("no tools are on offer");
    expect(chat.answer).toContain("ANTHROPIC_API_KEY");
    const readOnly = await play(["Read", "Grep"], () => ({ text: "" }));
    expect(readOnly.steps).toEqual([["Grep"]]);
    const writeOnly = await play(["Write"], () => ({ text: "" }));
    expect(writeOnly.steps).toEqual([["Write"]]);
  });

  it("quotes prompts so that they cannot break the edit, and not without end", async () => {
    const { state, execute } = oneFile();
    const text = `# SkillMint demo\n\nState: draft\n\n${"长".repeat(2_000)}`;
    const { answer } = await play(offered, execute, {
      messages: [{ role: "user", content: [{ type: "text", text }] }],
    });
    expect(answer).toContain("Edit: done");
    expect(state.content?.length).toBeLessThan(1_000);
  });
});
