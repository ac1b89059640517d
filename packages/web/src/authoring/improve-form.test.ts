import { describe, expect, it } from "vitest";
import { emptyForm, readNumber, toWish } from "./improve-form.ts";

describe("what is sent to improve a skill", () => {
  it("is nothing while there is nothing to learn from", () => {
    expect(toWish(emptyForm, "user:a", true)).toBeUndefined();
    expect(toWish({ ...emptyForm, source: "text", text: "  \n" }, "user:a", true)).toBeUndefined();
    expect(toWish({ ...emptyForm, source: "text", session: "ses_a" }, "user:a", true)).toBeUndefined();
  });

  it("has what was chosen and leaves out what was not", () => {
    const form = { ...emptyForm, source: "text" as const, text: " user: hi ", focus: " dates " };
    expect(toWish(form, undefined, false)).toEqual({ conversation: { text: "user: hi" }, focus: "dates" });
    expect(toWish({ ...emptyForm, session: "ses_a" }, "user:a", true)).toEqual({
      conversation: { sessionId: "ses_a" },
      skill: "user:a",
    });
  });

  it("measures only where there is something to measure by", () => {
    const form = { ...emptyForm, session: "ses_a", untilBetter: true, runs: "3", maxCost: "0,5" };
    expect(toWish(form, "user:a", true)).toMatchObject({ untilBetter: { runs: 3, maxCost: 0.5 } });
    expect(toWish({ ...form, runs: "many", maxCost: "-1" }, "user:a", true)).toMatchObject({
      untilBetter: {},
    });
    expect(toWish(form, undefined, true)).not.toHaveProperty("untilBetter");
    expect(toWish(form, "user:a", false)).not.toHaveProperty("untilBetter");
  });

  it("reads numbers as people type them", () => {
    const range = { least: 1, most: 20 };
    expect(["2", " 3,5 ", "", "x", "0", "21"].map((text) => readNumber(text, range))).toEqual([
      2,
      3.5,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
