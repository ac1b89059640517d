/** Words by which a text speaks to whoever grades it, in the languages that people write such things in. */
const patterns = [
  /\b(?:mark|grade|score|rate|count|treat|consider)\b[^.\n]{0,60}\b(?:as\s+)?(?:pass(?:ed|ing)?|correct|successful|full(?:y)?\s+met)\b/i,
  /\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|expectations?)\b/i,
  /\b(?:dear|attention|note\s+to|hey)\b[^.\n]{0,20}\b(?:grader|judge|evaluator|reviewer)\b/i,
  /\ball\s+(?:expectations|assertions|checks|criteria)\s+(?:are|were|have\s+been)\s+(?:met|passed|satisfied)\b/i,
  /["']passed["']\s*:\s*true/i,
  /(?:请|应|须|必须)[^。\n]{0,20}(?:判为|标记为|视为|评为)[^。\n]{0,6}(?:通过|正确|合格)/,
  /忽略[^。\n]{0,20}(?:之前|以上|前面|所有)[^。\n]{0,10}(?:指令|说明|规则|期望)/,
];

const maxFound = 5;
const maxLength = 300;

/** Lines that try to influence a grader. What stands in `given` (the prompt of the case) is the author's own. */
export function findSteering(text: string, given: readonly string[] = []): string[] {
  const own = given.join("\n");
  const found: string[] = [];
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (trimmed === "" || own.includes(trimmed)) continue;
    if (!patterns.some((pattern) => pattern.test(trimmed.slice(0, 4_000)))) continue;
    found.push(trimmed.slice(0, maxLength));
    if (found.length >= maxFound) break;
  }
  return found;
}

/** Whether a quote is taken from such a line. */
export function isSteered(quote: string, steering: readonly string[]): boolean {
  return steering.some((line) => line.includes(quote) || quote.includes(line));
}
