import type { Question } from "@skillmint/core/protocol";

/** What a person chose and wrote for one question. */
export interface Chosen {
  options: readonly string[];
  other: string;
}

/** Own words, even where they look like the number of an option. */
function quote(text: string): string {
  return /^[^"'“”]+$/.test(text) ? `"${text}"` : text;
}

/** One text as the server reads answers; empty where nothing is chosen. Options go by number: names may have commas. */
export function joinAnswer(question: Question, { options, other }: Chosen): string {
  const labels = question.options?.map(({ label }) => label) ?? [];
  const numbers = options.map((label) => String(labels.indexOf(label) + 1));
  const words = other.trim();
  if (numbers.length === 0) return words === "" ? "" : quote(words);
  return words === "" || question.multiSelect !== true ? numbers.join(",") : [...numbers, words].join(",");
}
