import { describe, expect, it } from "vitest";
import { createTranslate, type AskView, type Language } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { wordAnswers, wordMore, wordQuestions } from "./word-question.ts";

type QuestionAsk = Extract<AskView, { type: "question.asked" }>;
const contextOf = (language: Language) => ({ t: createTranslate(language), language }) as CliContext;
const ask = (...questions: QuestionAsk["questions"]) =>
  ({ type: "question.asked", askId: "ask_1", questions }) as unknown as QuestionAsk;

const plan = {
  question: "Shall it?",
  header: "Plan",
  detail: "# Plan\n\u001b[2Jdo it",
  options: [{ label: "Yes" }, { label: "No", description: "then\u001b[0m not" }],
};
const sizes = { question: "Which sizes?", options: [{ label: "S" }, { label: "M" }], multiSelect: true };

describe("a question in words", () => {
  it("shows what it is about, whole, and what can be chosen; nothing acts on the terminal", () => {
    expect(wordQuestions(contextOf("en"), ask(plan))).toEqual([
      "  # Plan\n  \\e[2Jdo it",
      "",
      "[Plan] Shall it?",
      "  1. Yes",
      "  2. No: then\\e[0m not",
    ]);
  });

  it("numbers several, and says where several may be chosen", () => {
    expect(wordQuestions(contextOf("zh-CN"), ask(sizes, { question: "Why?" }))).toEqual([
      "问题 1/2",
      "Which sizes?",
      "  1. S",
      "  2. M",
      "  （可多选：1, 2）",
      "问题 2/2",
      "Why?",
    ]);
  });

  it("says how to answer", () => {
    expect(wordAnswers(contextOf("en"), ask(plan))).toBe('1|2|"your own words"');
    expect(wordAnswers(contextOf("en"), ask(plan, sizes))).toBe('"1: …; 2: …"');
    expect(wordAnswers(contextOf("en"), ask({ question: "Why?" }))).toBe('"your answer"');
  });

  it("names what else is open", () => {
    const permission = {
      type: "permission.asked",
      askId: "ask_2",
      title: "Bash ls\nx",
    } as unknown as AskView;
    expect(wordMore(contextOf("en"), [permission])).toEqual([
      "Open beside it (1), to be answered with --ask:",
      "  ask_2  Bash ls x",
    ]);
    expect(wordMore(contextOf("en"), [])).toEqual([]);
  });
});
