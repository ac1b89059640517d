/** A piece of a text that is replaced, by what. */
export interface Span {
  start: number;
  end: number;
  text: string;
}

export const mask = "***";

/** Shorter values are words, not secrets. */
const shortest = 6;
/** Of long secrets a beginning or end of this length counts too: others show them half. */
const partial = 8;
const longEnough = 16;

const shapes = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,})/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=:\/\/[^\s/:@]{0,64}:)[^\s/@]+(?=@)/g,
  /(?<=\b(?:Bearer|Basic|Token)\s+)(?=[^\s"',]*\d)[\w.~+/=-]{20,}/gi,
  /(?<=\b(?:[\w-]*api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|passw(?:or)?d)\\?["']?\s*[:=]\s*\\?["']?)(?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[A-Za-z])[\w.~+/=-]{16,}/gi,
];

/** Finds what must not be written down. */
export type FindSecrets = (text: string) => Span[];

function* occurrences(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) yield at;
}

function findOne(text: string, secret: string, found: Span[]): void {
  for (const at of occurrences(text, secret)) found.push({ start: at, end: at + secret.length, text: mask });
  if (secret.length < longEnough) return;
  for (const at of occurrences(text, secret.slice(0, partial))) {
    let length = partial;
    while (length < secret.length && text[at + length] === secret[length]) length++;
    found.push({ start: at, end: at + length, text: mask });
  }
  for (const at of occurrences(text, secret.slice(-partial))) {
    let start = at;
    let rest = secret.length - partial;
    while (rest > 0 && start > 0 && text[start - 1] === secret[rest - 1]) {
      start--;
      rest--;
    }
    found.push({ start, end: at + partial, text: mask });
  }
}

/** Values that are known to be secret, however they are written down, and whatever has the shape of a key. */
export function createFindSecrets(values: Iterable<string>): FindSecrets {
  const secrets = new Set<string>();
  for (const value of values) {
    const secret = value.trim();
    if (secret.length < shortest) continue;
    secrets.add(secret).add(JSON.stringify(secret).slice(1, -1)).add(encodeURIComponent(secret));
    if (secret.length >= longEnough) secrets.add(Buffer.from(secret).toString("base64").replace(/=+$/, ""));
  }
  return (text) => {
    const found: Span[] = [];
    for (const secret of secrets) findOne(text, secret, found);
    for (const shape of shapes)
      for (const match of text.matchAll(shape))
        found.push({ start: match.index, end: match.index + match[0].length, text: mask });
    return joinSpans(found);
  };
}

/** Where two overlap, nothing of either may stay. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}
