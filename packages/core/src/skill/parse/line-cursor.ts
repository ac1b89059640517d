/** The lines of a text and the one that is read next. */
export interface LineCursor {
  readonly lines: readonly string[];
  at: number;
}

/** How far a line is indented; -1 for a blank line. */
export function indentOf(line: string): number {
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) !== 32) return at;
  return -1;
}

/** Moves to the next line that is neither blank nor a comment and gives its indent; -1 at the end. */
export function toContent(cursor: LineCursor): number {
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? "";
    const indent = indentOf(line);
    if (indent !== -1 && line[indent] !== "#") return indent;
  }
  return -1;
}

/** Whether the text of a line goes on below: the next line that is not blank is indented. */
export function goesOn(cursor: LineCursor, indent: number): boolean {
  for (let at = cursor.at + 1; at < cursor.lines.length; at++) {
    const next = indentOf(cursor.lines[at] ?? "");
    if (next !== -1) return next > indent;
  }
  return false;
}
