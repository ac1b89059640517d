const mask = "***";
const shortest = 8;

const patterns: [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[\w\-.~+/=*…]{4,}/gi, `$1 ${mask}`],
  [/\b(sk|pk|rk|gsk|xai|ak|tvly|hf|nvapi|csk|fw|r8)[-_][\w\-*.…]{6,}/g, `$1-${mask}`],
  [/\bAIza[\w\-*…]{6,}/g, mask],
  [/\b((?:x-)?api[-_]?key|access[-_]?token)(["']?\s*[=:]\s*["']?)[\w\-.~+/*…]{8,}/gi, `$1$2${mask}`],
  [/([?&]key=)[^&\s"']+/gi, `$1${mask}`],
  [/\/\/[^/\s@]+@/g, `//${mask}@`],
];

/** Replaces the longest run of `secret` that starts (or, reversed, ends) with its first characters. */
function maskRuns(text: string, secret: string): string {
  const head = secret.slice(0, shortest);
  let result = "";
  let from = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    let length = shortest;
    while (length < secret.length && text[at + length] === secret[length]) length++;
    result += text.slice(from, at) + mask;
    from = at + length;
  }
  return result + text.slice(from);
}

const halfMasked = /([\w-]{0,40})(?:\*{2,}|•{2,}|…|\.{3,})+([\w-]{0,40})/g;
const fewest = 3;

/** Replaces the ends of `secret` with only its middle masked, as its provider shows it: `sk-p****3456`. */
function maskEnds(text: string, secret: string): string {
  return text.replaceAll(halfMasked, (whole, head: string, tail: string) => {
    const isOfSecret = secret.startsWith(head) && secret.endsWith(tail);
    return isOfSecret && head.length + tail.length >= fewest ? mask : whole;
  });
}

function reverse(text: string): string {
  return text.split("").reverse().join("");
}

/**
 * The text without any of the secrets, without a beginning or end of one that is eight characters or longer, and
 * without whatever else looks like a key: providers echo keys, some of them half masked.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    result = result.replaceAll(secret, mask);
    if (secret.length <= shortest) continue;
    result = maskRuns(maskEnds(result, secret), secret);
    result = reverse(maskRuns(reverse(result), reverse(secret)));
  }
  for (const [pattern, replacement] of patterns) result = result.replaceAll(pattern, replacement);
  return result;
}
