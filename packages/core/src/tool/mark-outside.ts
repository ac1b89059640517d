import type { Language } from "../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../protocol/text/area.ts";
import { outsideTexts } from "../protocol/text/outside.ts";

export type OutsideWords = AreaWords<(typeof outsideTexts)["en"]>;

export function createOutsideWords(language: Language): OutsideWords {
  return createAreaWords(outsideTexts, language);
}

const maxSource = 300;

/** The beginnings of both lines in every language, with any white space and in any brackets that look like theirs. */
const forged = new RegExp(
  `[[［【〔⟦]\\s*(?=(?:${["Content from outside", "End of content from outside", "外部内容"]
    .map((text) => text.replaceAll(" ", "\\s+"))
    .join("|")}))`,
  "giu",
);

/** In one line and without brackets, so that it cannot end the line that it stands in. */
function nameSource(source: string): string {
  const line = source.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029[\]]+/gu, " ").trim();
  return line.length > maxSource ? `${line.slice(0, maxSource)}…` : line;
}

/**
 * Puts what comes from outside between two lines that say so. Inside of it nothing can be taken for these lines; all
 * else stays as it came. It changes no permission: only what the model is told.
 */
export function markOutside(text: string, source: string, words: OutsideWords): string {
  const inert = text.replaceAll(forged, "(");
  return `${words("outside.start", { source: nameSource(source) })}\n${inert}\n${words("outside.end")}`;
}
