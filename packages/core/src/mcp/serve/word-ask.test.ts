import { describe, expect, it } from "vitest";
import type { AskView } from "../../protocol/index.ts";
import { createAreaWords } from "../../protocol/text/area.ts";
import { mcpServeTexts } from "../../protocol/text/mcp-serve.ts";
import { describeAsk, readForm, toForm } from "./word-ask.ts";

const words = createAreaWords(mcpServeTexts, "en");
const base = { v: 1, seq: 1, at: 0, sessionId: "ses_1", askId: "ask_1", callId: "call_1" };
const permission = (more: object = {}): AskView =>
  ({
    ...base,
    type: "permission.asked",
    tool: "Bash",
    title: "Bash rm x",
    resources: ["rm x", "/tmp/x"],
    digest: "d",
    rule: "Bash(rm:*)",
    ...more,
  }) as unknown as AskView;
const questions = (...list: object[]): AskView =>
  ({ ...base, type: "question.asked", questions: list }) as unknown as AskView;

describe("a permission as a form", () => {
  it("shows what it is about and offers nothing that outlasts the session", () => {
    const form = toForm(permission({ reason: "not provable" }), "pdf", words);
    expect(form.message).toBe("pdf wants to: Bash rm x\n  /tmp/x\nWhy this is asked: not provable");
    expect(form.requestedSchema).toMatchObject({
      required: ["answer"],
      properties: { answer: { oneOf: [{ const: "once" }, { const: "session" }, { const: "no" }] } },
    });
  });

  it.each(["always", "workspace", "skill", "", 1, undefined])("does not take %o for an answer", (answer) => {
    expect(readForm(permission(), { answer })).toBeUndefined();
  });

  it("takes what it offered", () => {
    expect(readForm(permission(), { answer: "session" })).toBe("session");
    expect(readForm(permission({ rule: undefined }), { answer: "session" })).toBeUndefined();
    expect(readForm(permission(), { answer: "no" })).toBe("no");
  });

  it("is bounded and has no control characters", () => {
    const text = describeAsk(permission({ title: `\u001b[2J${"x".repeat(20_000)}` }), "pdf", words);
    expect(text.length).toBeLessThanOrEqual(8_000);
    expect(text).not.toContain("\u001b");
  });
});

describe("questions as a form", () => {
  const color = { question: "Which color?", options: [{ label: "red" }, { label: "blue" }] };
  const many = { question: "Which ones?", options: [{ label: "a" }, { label: "b" }], multiSelect: true };
  const free = { question: "Which name?" };

  it("have a field each, and one for another answer", () => {
    const { requestedSchema } = toForm(questions(color, many, free), "pdf", words);
    expect(Object.keys(requestedSchema.properties)).toEqual([
      "answer0",
      "other0",
      "answer1",
      "other1",
      "answer2",
    ]);
    expect(requestedSchema.properties["answer0"]).toMatchObject({ type: "string", enum: ["red", "blue"] });
    expect(requestedSchema.properties["answer1"]).toMatchObject({ type: "array" });
  });

  it("are answered all or not at all", () => {
    const ask = questions(color, many, free);
    expect(readForm(ask, { answer0: "red", answer1: ["a", "b"], answer2: "Ann" })).toEqual([
      "red",
      "a, b",
      "Ann",
    ]);
    expect(readForm(ask, { answer0: "red", other0: "green", answer1: ["a"], answer2: "x" })).toEqual([
      "green",
      "a",
      "x",
    ]);
    expect(readForm(ask, { answer0: "red", answer1: [], answer2: "x" })).toBeUndefined();
    expect(readForm(ask, {})).toBeUndefined();
  });
});
