import type { Language } from "../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../protocol/text/area.ts";
import { authoringTexts } from "../protocol/text/authoring.ts";

export type AuthoringWords = AreaWords<(typeof authoringTexts)["en"]>;

export function createAuthoringWords(language: Language): AuthoringWords {
  return createAreaWords(authoringTexts, language);
}
