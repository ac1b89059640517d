import type { Language } from "../../protocol/index.ts";
import { createCassetteWords, type CassetteWords } from "./cassette-words.ts";
import type { Divergence, EndKind } from "./divergence.ts";

/** What it is about, in words. */
function wordSubject({ kind, subject, number = 0 }: Divergence, words: CassetteWords): string {
  if (kind === "end") return words(`cassette.${subject as EndKind}`);
  if (kind === "message") return words("cassette.messageOf", { number });
  const isCall = kind === "tool-input" || kind === "tool-result" || kind === "permission";
  return isCall ? words("cassette.callOf", { number, name: subject }) : subject;
}

/** What is not as it was recorded, in words; its step and its diff aside. */
export function wordDifference(divergence: Divergence, words: CassetteWords): string {
  const { kind, line, agent } = divergence;
  const named =
    kind === "skill-list" || kind === "system-prompt"
      ? words(`cassette.${kind}`)
      : words(`cassette.${kind}`, { subject: wordSubject(divergence, words) });
  const placed = line === undefined ? named : words("cassette.atLine", { what: named, line });
  return agent === "main" ? placed : words("cassette.ofAgent", { what: placed, agent });
}

/** What a person reads of it: where, what, a small diff, and what to do. */
export function wordDivergence(divergence: Divergence, file: string, language: Language): string {
  const words = createCassetteWords(language);
  const { step, diff } = divergence;
  return [
    words("cassette.diverged", { file, step, what: wordDifference(divergence, words) }),
    ...(diff === "" ? [] : [diff.replaceAll(/^/gm, "  ")]),
    words("cassette.whatToDo", { file }),
  ].join("\n");
}
