import { createAreaWords, type Language } from "../../protocol/index.ts";
import { cassetteTexts } from "../../protocol/text/cassette.ts";

export function createCassetteWords(language: Language) {
  return createAreaWords(cassetteTexts, language);
}

export type CassetteWords = ReturnType<typeof createCassetteWords>;
