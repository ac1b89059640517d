const charsPerToken = 4;
const share = 0.02;
const least = 1_000;
const most = 16_000;

/**
 * How many characters the list of skills may weigh: 2 % of the context at four characters a token, within bounds
 * that keep it useful for small models and cheap for large ones.
 */
export function listingBudget(contextTokens: number): number {
  const chars = Math.floor(contextTokens * share * charsPerToken);
  return Math.min(most, Math.max(least, Number.isFinite(chars) ? chars : least));
}

/**
 * The length of a text in characters as a model pays for them: one of Chinese, Japanese or Korean (or half of a
 * pair) is about a token and counts four, any other beyond ASCII two. Never less than the text's length.
 */
export function weigh(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    weight += code < 0x80 ? 1 : code < 0x2e80 ? 2 : 4;
  }
  return weight;
}
