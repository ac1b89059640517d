const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Text from a model, a tool or a file, safe to show on a terminal: control characters, bidirectional marks and
 * invisible characters are shown as codes instead of acting. Line breaks and tabs stay.
 */
export function sanitize(text: string): string {
  return text.replaceAll(invisible, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return code === 0x1b ? "\\e" : `\\u{${code.toString(16)}}`;
  });
}

/** One line of it, at most `width` characters. */
export function oneLine(text: string, width = 100): string {
  const line = sanitize(text.replaceAll(/\s+/g, " ").trim());
  const chars = [...line];
  return chars.length <= width ? line : `${chars.slice(0, width - 1).join("")}…`;
}
