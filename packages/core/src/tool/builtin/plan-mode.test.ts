import { describe, expect, it } from "vitest";
import { createTranslate, languages, readAnswer } from "../../protocol/index.ts";
import { modeAfterPlan, planQuestion, readDecision } from "./plan-mode.ts";

const session = { settings: { model: "m", mode: "plan" as const }, todos: [] };

describe("readDecision", () => {
  it.each(languages)("reads the options of its own question (%s)", (language) => {
    const t = createTranslate(language);
    const question = planQuestion("the plan", { ...session, plan: { since: 1, from: "acceptEdits" } }, t);
    const decide = (text: string) => readDecision(readAnswer(question, text, t).join(""), t).kind;
    expect(["1", "2", "3"].map(decide)).toEqual(["approve", "acceptEdits", "keep"]);
    expect(question.detail).toBe("the plan");
    expect(question.options?.[0]?.description).toContain("acceptEdits");
  });

  it.each([
    ["yes", { kind: "approve" }],
    ["Approve", { kind: "approve" }],
    ["批准", { kind: "approve" }],
    ["acceptEdits", { kind: "acceptEdits" }],
    ["no", { kind: "keep", reason: "" }],
    ["no: too long", { kind: "keep", reason: "too long" }],
    ["yes, but leave the tests alone", { kind: "keep", reason: "yes, but leave the tests alone" }],
    ["approve nothing", { kind: "keep", reason: "approve nothing" }],
    ["nothing of this", { kind: "keep", reason: "nothing of this" }],
    ["", { kind: "keep", reason: "" }],
  ])("only a plain yes approves: %j", (text, expected) => {
    expect(readDecision(text, createTranslate("en"))).toEqual(expected);
  });
});

it("goes back to the mode before, or to the default", () => {
  expect(modeAfterPlan({ ...session, plan: { since: 1, from: "unrestricted" } })).toBe("unrestricted");
  expect(modeAfterPlan({ ...session, plan: { since: 1 } })).toBe("default");
});
