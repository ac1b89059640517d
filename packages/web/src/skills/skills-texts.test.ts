import { describe, expect, it } from "vitest";
import { skillEditTexts } from "./skill-edit-texts.ts";
import { skillWhyTexts } from "./skill-why-texts.ts";
import { skillsTexts } from "./skills-texts.ts";

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe("texts of skills", () => {
  it.each([skillsTexts, skillEditTexts, skillWhyTexts])(
    "have the same placeholders in both languages",
    (texts) => {
      const zh: Record<string, string> = texts["zh-CN"];
      for (const [key, text] of Object.entries<string>(texts.en))
        expect([key, placeholders(zh[key] ?? "")]).toEqual([key, placeholders(text)]);
    },
  );
});
