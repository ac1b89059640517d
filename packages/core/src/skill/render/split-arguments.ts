/**
 * Splits a line of arguments as a shell would: at blanks, with quotes and backslashes. Nothing is expanded. A quote
 * that is never closed is an ordinary character.
 */
export function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const lastQuote = { "'": line.lastIndexOf("'"), '"': line.lastIndexOf('"') };
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if ((character === "'" || character === '"') && lastQuote[character] > at) {
      const end = endOfQuote(line, at, character);
      word = (word ?? "") + unquote(line.slice(at + 1, end), character);
      at = end;
    } else if (character === "\\" && at + 1 < line.length) {
      word = (word ?? "") + (line[++at] ?? "");
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** Where a quote closes; the last quote of its kind where every later one is escaped. */
function endOfQuote(line: string, start: number, quote: string): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === "\\" && quote === '"') at++;
    else if (line[at] === quote) return at;
  }
  return line.lastIndexOf(quote);
}

function unquote(text: string, quote: string): string {
  return quote === "'" ? text : text.replaceAll(/\\(["\\$`])/g, "$1");
}
