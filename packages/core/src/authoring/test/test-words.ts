import type { Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import { skillTestTexts } from "../../protocol/text/skill-test.ts";

export type TestWords = AreaWords<(typeof skillTestTexts)["en"]>;

export function createTestWords(language: Language): TestWords {
  return createAreaWords(skillTestTexts, language);
}
