import { describe, expect, it } from "vitest";
import { allTexts, createTranslate, explain, languageOfLocale } from "./index.ts";
import { errorCodes, SkillmintError } from "../error.ts";

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();

describe("texts", () => {
  it("has the same keys and placeholders in both languages", () => {
    const { en, "zh-CN": zh } = allTexts;
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en))
      expect([key, placeholders(zh[key] ?? "")]).toEqual([key, placeholders(text)]);
  });

  it("is really translated", () => {
    const same = Object.keys(allTexts.en).filter(
      (key) =>
        allTexts.en[key] === allTexts["zh-CN"][key] && /[a-z]{4} [a-z]{3}/.test(allTexts.en[key] ?? ""),
    );
    expect(same).toEqual([]);
  });

  it("fills in values once and never reads them again", () => {
    expect(createTranslate("en")("tool.unknown", { name: "{nearest}", nearest: "Read" })).toBe(
      "Unknown tool: {nearest}. Available: Read",
    );
  });

  it("words every error and adds the other side's own words", () => {
    for (const code of errorCodes) expect(explain(new SkillmintError(code), "zh-CN")).not.toBe(code);
    const error = new SkillmintError("model-auth", {
      params: { provider: "X", status: 401 },
      detail: "bad key",
    });
    expect(explain(error, "en")).toBe(
      "X did not accept the key (HTTP 401). Check it: skillmint models test X\n  bad key",
    );
    expect(explain(error.toProblem(), "en")).toBe(explain(error, "en"));
  });

  it.each([
    ["zh_CN.UTF-8", "zh-CN"],
    ["zh", "zh-CN"],
    ["en_US.UTF-8", "en"],
    ["C", "en"],
    [undefined, "en"],
  ])("locale %s -> %s", (locale, language) => expect(languageOfLocale(locale)).toBe(language));
});
