import { createTranslate, type Language, type Translate } from "../protocol/index.ts";
import { environmentTexts } from "../protocol/text/environment.ts";

export type Words = Translate;
export type WordKey = keyof (typeof environmentTexts)["en"];

export function createWords(language: Language = "en"): Words {
  return createTranslate(language);
}

/** Schemas carry the key of a text as their message: they are made before the language is known. */
export function isWordKey(text: string): text is WordKey {
  return Object.hasOwn(environmentTexts.en, text);
}
