import { putFillings, type Filling } from "./placeholders.ts";

const harmless = /^[\w@%+=:,./-]+$/;

/** Where in a command a placeholder stands; `unknown` where its quotes cannot be told for sure. */
type Quotes = "none" | "single" | "double" | "unknown";

/** What makes quotes mean something else: substitutions, here-documents, `$'…'`, comments, arithmetic. */
const unclear = /`|\$[('"{[]|<<|\(\(|(?:^|[\s;&|(])#/;

function quotesAt(command: string, place: number): Quotes {
  const before = command.slice(0, place);
  if (unclear.test(before)) return "unknown";
  let quotes: Quotes = "none";
  for (let at = 0; at < before.length; at++) {
    const character = before[at];
    if (quotes === "single") {
      if (character === "'") quotes = "none";
    } else if (character === "\\") at++;
    else if (character === '"') quotes = quotes === "double" ? "none" : "double";
    else if (character === "'" && quotes === "none") quotes = "single";
  }
  return quotes;
}

/** A word that a shell reads as exactly this text. */
function quoteWord(text: string): string {
  return harmless.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command with its placeholders blanked out, so that only what the author wrote is looked at. */
export function maskFillings(command: string, fillings: readonly Filling[]): string {
  return putFillings(
    command,
    fillings.map((filling) => ({ ...filling, value: "x".repeat(filling.end - filling.start) })),
  );
}

/**
 * The value of a placeholder as it may stand in a shell command: whatever it holds, it stays an argument.
 * `undefined` where that cannot be made sure. `command` is masked: places are those of the original.
 */
export function quoteFilling(command: string, { start, value, words }: Filling): string | undefined {
  if (value.includes("\0")) return undefined;
  if (value === "" || harmless.test(value)) return value;
  const quotes = quotesAt(command, start);
  if (quotes === "none") return (words ?? [value]).map(quoteWord).join(" ");
  if (quotes === "double") return value.replaceAll(/[\\"$`]/g, String.raw`\$&`);
  return quotes === "single" ? value.replaceAll("'", `'\\''`) : undefined;
}
