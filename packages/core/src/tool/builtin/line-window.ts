export interface WindowOptions {
  /** The first line wanted, from 1. */
  offset: number;
  limit: number;
  /** A longer line is cut. */
  maxLineChars: number;
  /** All lines together; at least one is always given. */
  maxChars: number;
  /** Go on to the end to know the number of lines. */
  countAll: boolean;
}

export interface WindowLine {
  number: number;
  text: string;
  omittedChars: number;
}

export interface LineWindow {
  lines: WindowLine[];
  /** The first line that was left out after the window. */
  next: number | undefined;
  /** Lines in all, if the end was reached. */
  total: number | undefined;
}

/** Cuts a window of lines out of a text that comes in pieces of any size, in memory bounded by the window. */
export async function takeLines(
  texts: AsyncIterable<string> | Iterable<string>,
  options: WindowOptions,
): Promise<LineWindow> {
  const lines: WindowLine[] = [];
  let next: number | undefined;
  let chars = 0;
  let number = 1;
  let line = "";
  let length = 0;

  const add = (piece: string) => {
    length += piece.length;
    if (number >= options.offset && next === undefined)
      line += piece.slice(0, options.maxLineChars - line.length);
  };
  const end = () => {
    if (number >= options.offset && next === undefined) {
      const text = length === line.length && line.endsWith("\r") ? line.slice(0, -1) : line;
      const full =
        lines.length >= options.limit || (lines.length > 0 && chars + text.length > options.maxChars);
      if (full) next = number;
      else lines.push({ number, text, omittedChars: length - line.length });
      chars += text.length + 8;
    }
    number++;
    line = "";
    length = 0;
  };

  for await (const text of texts) {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      add(text.slice(from, at));
      end();
      from = at + 1;
      if (next !== undefined && !options.countAll) return { lines, next, total: undefined };
    }
    add(text.slice(from));
  }
  if (length > 0) end();
  return { lines, next, total: number - 1 };
}
