import { indentOf, type LineCursor } from "./line-cursor.ts";

/**
 * A text under `|` or `>`, with or without `-`. The cursor stands below the header and is left below the text.
 * `undefined` for any form in which blanks would mean something.
 */
export function readBlockScalar(cursor: LineCursor, header: string, parent: number): string | undefined {
  if (!/^[|>]-? *$/.test(header)) return undefined;
  const folds = header.startsWith(">");
  const indent = indentOf(cursor.lines[cursor.at] ?? "");
  if (indent <= parent) return undefined;
  let value = "";
  let blanks = 0;
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? "";
    const own = indentOf(line);
    if (own === -1) {
      if (line.length > indent) return undefined;
      blanks++;
      continue;
    }
    if (own <= parent) break;
    if (own < indent || (folds && own > indent)) return undefined;
    const text = line.slice(indent);
    if (value === "") value = text;
    else if (folds) value += (blanks === 0 ? " " : "\n".repeat(blanks)) + text;
    else value += "\n".repeat(blanks + 1) + text;
    blanks = 0;
  }
  return header[1] === "-" ? value : `${value}\n`;
}
