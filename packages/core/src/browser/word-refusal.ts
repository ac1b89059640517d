import type { Language } from "../protocol/index.ts";
import { createAreaWords } from "../protocol/text/area.ts";
import { networkTexts } from "../protocol/text/network.ts";
import { createPageWords } from "./browser-failure.ts";
import type { Refusal } from "./session-guard.ts";

/** Why an address was not reached, in words, and how a person can allow it. */
export type WordRefusal = (refusal: Refusal) => string;

export function createWordRefusal(language: Language): WordRefusal {
  const words = createPageWords(language);
  const network = createAreaWords(networkTexts, language);
  return ({ target, reason }) => {
    if (reason === "rule") return words("browser.refusedByRule", { target });
    const why = network(`network.refused.${reason}`, { target });
    if (reason !== "private" || !URL.canParse(target)) return why;
    const rule = `browser_navigate(domain:${new URL(target).hostname})`;
    return `${why} ${network("network.allow", { rule })}`;
  };
}
