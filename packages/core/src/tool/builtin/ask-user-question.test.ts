import { describe, expect, it } from "vitest";
import { createTranslate, languages, type Question } from "../../protocol/index.ts";
import { ToolFailure } from "../define-tool.ts";
import { createRegistry } from "../registry.ts";
import { validateInput } from "../validate.ts";
import { createAskUserQuestionTool } from "./ask-user-question.ts";

const t = createTranslate("en");
const tool = createAskUserQuestionTool(t);
const session = () => ({ settings: { model: "m", mode: "default" as const }, todos: [] });

/** The questions of a call, or what the model is told instead. */
function ask(raw: Record<string, unknown>): Question[] | string {
  const validated = validateInput(tool, raw, t);
  if (!validated.ok) return validated.message;
  try {
    return tool.questions?.(validated.input, { t, session }) ?? [];
  } catch (error) {
    if (error instanceof ToolFailure) return error.message;
    throw error;
  }
}

const redBlue = [{ label: "Red" }, { label: "Blue" }];

describe("AskUserQuestion", () => {
  it.each<[string, Record<string, unknown>, Question[]]>([
    ["a question", { question: "Why?" }, [{ question: "Why?" }]],
    ["texts", { question: "Which?", options: ["Red", "Blue"] }, [{ question: "Which?", options: redBlue }]],
    [
      "labels",
      { question: "Which?", options: [{ label: "Red", description: "warm" }], multiSelect: false },
      [{ question: "Which?", options: [{ label: "Red", description: "warm" }] }],
    ],
    [
      "several",
      {
        questions: [
          { question: "Which?", header: "Colour", options: redBlue, multiSelect: true },
          { question: "Why?" },
        ],
      },
      [{ question: "Which?", header: "Colour", options: redBlue, multiSelect: true }, { question: "Why?" }],
    ],
    ["an empty list beside a question", { question: "Why?", questions: [] }, [{ question: "Why?" }]],
    [
      "null for what is left out",
      { question: "Why?", questions: null, options: null },
      [{ question: "Why?" }],
    ],
    [
      "the names of others",
      { prompt: "Which?", choices: [{ title: "Red" }, { value: "Blue" }], multi_select: "true" },
      [{ question: "Which?", options: redBlue, multiSelect: true }],
    ],
    ["JSON in a text", { questions: '[{"text":"Why?"}]' }, [{ question: "Why?" }]],
    ["questions as texts", { questions: ["Why?", "When?"] }, [{ question: "Why?" }, { question: "When?" }]],
    ["one instead of a list", { questions: { question: "Why?" } }, [{ question: "Why?" }]],
    [
      "options as lines",
      { question: "Which?", options: "Red\nBlue" },
      [{ question: "Which?", options: redBlue }],
    ],
    [
      "numbers",
      { question: "How many?", options: [1, 2] },
      [{ question: "How many?", options: [{ label: "1" }, { label: "2" }] }],
    ],
    [
      "the same option twice",
      { question: "Which?", options: ["Red", "Red", ""] },
      [{ question: "Which?", options: [{ label: "Red" }] }],
    ],
  ])("takes %s", (_, raw, expected) => expect(ask(raw)).toEqual(expected));

  it.each([
    ["nothing", {}, "Nothing was asked: give `question`"],
    ["an empty list", { questions: [] }, "Nothing was asked: give `question`"],
    ["blanks", { question: "  ", options: ["a"] }, "Nothing was asked: give `question`"],
    ["five", { questions: ["a", "b", "c", "d", "e"] }, "at most 4 questions at once, not 5"],
    ["51 options", { question: "a", options: Array.from({ length: 51 }, (_, n) => n) }, "at most 50 options"],
    ["too long a text", { question: "x".repeat(30_001) }, "longer than 30000"],
    ["an option without a name", { question: "a", options: [{}] }, "questions.0.options.0.label"],
    ["an object for a text", { question: { a: 1 } }, "parameter: questions.0.question"],
  ])("tells the model what is wrong with %s", (_, raw, expected) => expect(ask(raw)).toContain(expected));

  it("gives the answers back by question", async () => {
    const validated = validateInput(
      tool,
      { questions: ["Why?", { question: "Which?", options: ["Red"] }] },
      t,
    );
    if (!validated.ok) throw new Error(validated.message);
    const context = { t, session, answers: [["so"], ["Red", "teal"]] };
    const result = await tool.run(validated.input, context as unknown as Parameters<typeof tool.run>[1]);
    expect(result.content).toEqual([
      { type: "text", text: "The user answered:\n\nWhy?\n→ so\n\nWhich?\n→ Red, teal" },
    ]);
  });

  it.each(languages)("requires nothing in its schema (%s)", (language) => {
    const [definition] = createRegistry([createAskUserQuestionTool(createTranslate(language))]).definitions();
    expect(definition?.inputSchema["type"]).toBe("object");
    expect(definition?.inputSchema["required"]).toBeUndefined();
    expect(Object.keys(definition?.inputSchema["properties"] ?? {})).toEqual(
      expect.arrayContaining(["question", "options", "multiSelect", "questions"]),
    );
  });
});
