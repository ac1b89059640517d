import type { Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import { evalTexts } from "../../protocol/text/eval.ts";

export type EvalWords = AreaWords<(typeof evalTexts)["en"]>;

export function createEvalWords(language: Language): EvalWords {
  return createAreaWords(evalTexts, language);
}
