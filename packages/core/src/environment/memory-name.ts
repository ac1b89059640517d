const maxName = 120;

export function isLongName(name: string): boolean {
  return Buffer.byteLength(name) > maxName;
}

export function toPercent(char: string): string {
  return [...new TextEncoder().encode(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

/** As much of a name as a folder may have, cut between characters. */
export function cutName(name: string): string {
  let short = "";
  for (const char of name) {
    if (Buffer.byteLength(short + char) > maxName) break;
    short += char;
  }
  return short;
}
