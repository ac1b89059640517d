import type { EvalWords } from "../../authoring/eval/eval-words.ts";
import type { NumberWords } from "../../authoring/eval/word-numbers.ts";
import type { Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import type { cliEvalTexts } from "../../protocol/text/cli-eval.ts";

/** Words what the command line says about evals, and their numbers. */
export interface EvalCommandWords {
  command: AreaWords<(typeof cliEvalTexts)["en"]>;
  words: EvalWords;
  say: NumberWords;
}

/** Loaded by the commands that need them only. */
export async function loadEvalWords(language: Language): Promise<EvalCommandWords> {
  const [{ cliEvalTexts }, { createEvalWords }, { createNumberWords }] = await Promise.all([
    import("../../protocol/text/cli-eval.ts"),
    import("../../authoring/eval/eval-words.ts"),
    import("../../authoring/eval/word-numbers.ts"),
  ]);
  const words = createEvalWords(language);
  return { command: createAreaWords(cliEvalTexts, language), words, say: createNumberWords(words) };
}
