import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTranslate, SkillmintError, type AskView } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { askPerson } from "./ask-person.ts";

const base = { askId: "ask_1", callId: "call_1", sessionId: "ses_1", seq: 1, at: 1, v: 1 };
const questions = [
  { question: "Which?", options: [{ label: "Red" }, { label: "Blue" }] },
  { question: "Why?\u001b[2J" },
];
const ask = { ...base, type: "question.asked", questions } as unknown as AskView;

/** Types these lines at once, goes away, and says what came of it. */
async function type(lines: readonly string[], answer = async (_text: unknown): Promise<void> => undefined) {
  const stdin = new PassThrough();
  const said: string[] = [];
  const answers: unknown[] = [];
  const context = {
    t: createTranslate("en"),
    language: "en",
    signal: new AbortController().signal,
    stdin: () => stdin,
  } as unknown as CliContext;
  const renderer = { event: () => undefined, say: (text: string) => said.push(text), end: () => undefined };
  const runtime = {
    answer: async (_id: unknown, text: unknown) => {
      await answer(text);
      answers.push(text);
      return { left: [] };
    },
  };
  stdin.end(lines.map((line) => `${line}\n`).join(""));
  const result = await askPerson(context, renderer, runtime, { sessionId: "ses_1", asks: [ask] });
  return { result, said, answers };
}

describe("askPerson", () => {
  it("asks one question after the other and again where an option does not exist", async () => {
    const { result, said, answers } = await type(["7", "", "blue", "because; 1: so"]);
    expect([result, answers]).toEqual([true, [["blue", "because; 1: so"]]]);
    expect(said.join("\n")).toContain("Which?\n  1. Red\n  2. Blue\nThere is no option 7 for: Which?");
    expect(said.at(-1)).toBe("Why?\\e[2J");
  });

  it("gives up when the terminal goes away, with nothing answered", async () => {
    const { result, answers, said } = await type(["1"]);
    expect([result, answers]).toEqual([false, []]);
    // What follows is not written behind the prompt.
    expect(said.at(-1)).toBe("");
  });

  it("goes on where somebody else was quicker", async () => {
    const late = async (): Promise<void> => {
      throw new SkillmintError("ask-answered", { params: { id: "ses_1", ask: "ask_1" } });
    };
    const { result, said } = await type(["1", "so"], late);
    expect(result).toBe(true);
    expect(said.at(-1)).toBe("That was answered already.");
  });
});
