/** A key at the left edge of frontmatter with all the lines that belong to it. */
export interface Entry {
  key: string;
  /** What stands after the colon on the key's own line, without the blanks around it. */
  value: string;
  /** The lines below, as they are. */
  below: string[];
  /** From 0. */
  line: number;
}

const keyLine =
  /^(?:"([^"]{1,100})"|'([^']{1,100})'|([^\s"'#:[\]{},&*!|>%@`-][^:]{0,99}?|-[^\s:][^:]{0,99}?))[ \t]*:(?:[ \t]+(.*))?$/;

/** The two keys that matter most, written without the blank after their colon. */
const tightLine = /^(name|description):(\S.*)$/;

function readKeyLine(line: string): { key: string; value: string } | undefined {
  const match = keyLine.exec(line);
  if (match !== null) return { key: match[1] ?? match[2] ?? match[3] ?? "", value: (match[4] ?? "").trim() };
  const tight = tightLine.exec(line);
  return tight === null ? undefined : { key: tight[1] ?? "", value: (tight[2] ?? "").trim() };
}

/** Whether a value begins with a quote that its line does not close. */
function isOpenQuote(value: string): boolean {
  const quote = value[0];
  return (quote === '"' || quote === "'") && (value.length === 1 || !value.endsWith(quote));
}

/**
 * Frontmatter cut at the keys of its left edge, without understanding it. Lines that are no key belong to the key
 * above, as do all lines of a quoted text that is still open. `undefined` where the first line with something on it
 * is no key.
 */
export function splitEntries(text: string): Entry[] | undefined {
  const entries: Entry[] = [];
  let openQuote = "";
  for (const [index, line] of text.split("\n").entries()) {
    const last = entries.at(-1);
    const found =
      openQuote === "" && /^\S/.test(line) && !line.startsWith("#") ? readKeyLine(line) : undefined;
    if (found !== undefined) {
      entries.push({ ...found, below: [], line: index });
      openQuote =
        isOpenQuote(found.value) && closesBelow(text, found.value[0] ?? "") ? (found.value[0] ?? "") : "";
    } else if (last !== undefined) {
      last.below.push(line);
      if (openQuote !== "" && line.trimEnd().endsWith(openQuote)) openQuote = "";
    } else if (line.trim() !== "" && !line.startsWith("#")) return undefined;
  }
  for (const entry of entries) while (entry.below.at(-1)?.trim() === "") entry.below.pop();
  return entries;
}

function closesBelow(text: string, quote: string): boolean {
  return text.trimEnd().includes(`${quote}\n`) || text.trimEnd().endsWith(quote);
}
