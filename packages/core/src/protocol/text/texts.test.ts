import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { explain } from "./explain.ts";
import { createTranslate, languageOfLocale } from "./index.ts";
import type { Language } from "../settings.ts";
import { errorCodes, SkillmintError } from "../error.ts";

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();

/** Those of the catalogue, and those of areas that are loaded when first used. */
async function loadAreas(): Promise<Record<Language, Record<string, string>>[]> {
  const files = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith(".test.ts"));
  const modules = await Promise.all(
    files.map((name) => import(join(import.meta.dirname, name)) as Promise<object>),
  );
  const areas = modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith("Texts"));
  return areas
    .filter(([, value]) => typeof value === "object")
    .map(([, value]) => value as Record<Language, Record<string, string>>);
}

describe("texts", () => {
  it("has the same keys and placeholders in both languages", async () => {
    for (const { en, "zh-CN": zh } of await loadAreas()) {
      expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
      for (const [key, text] of Object.entries(en))
        expect([key, placeholders(zh[key] ?? "")]).toEqual([key, placeholders(text)]);
    }
  });

  it("is really translated", async () => {
    const same = (await loadAreas()).flatMap(({ en, "zh-CN": zh }) =>
      Object.keys(en).filter((key) => en[key] === zh[key] && /[a-z]{4} [a-z]{3}/.test(en[key] ?? "")),
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
      params: { id: "x/y", provider: "X", status: 401 },
      detail: "bad key",
    });
    expect(explain(error, "en")).toBe(
      "X did not accept the key (HTTP 401). Check it: skillmint models test x/y\n  bad key",
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
