export interface TextLine {
  text: string;
  /** From 1. */
  line: number;
}

export interface CodeBlock {
  /** The first word after the fence, in lower case; empty where there is none. */
  language: string;
  lines: TextLine[];
}

export interface MarkdownParts {
  prose: TextLine[];
  blocks: CodeBlock[];
}

/** Far beyond any skill; what comes after is not looked at. */
const maxLines = 50_000;
const fence = /^[ \t>]{0,16}(?:[-*+] )?(`{3,}|~{3,})[ \t]*([^\s`{]*)/;

/** Prose and fenced blocks apart. A fence that is never closed takes the rest, as in Markdown. Linear time. */
export function splitMarkdown(text: string, firstLine = 1): MarkdownParts {
  const parts: MarkdownParts = { prose: [], blocks: [] };
  let open: { mark: string; block: CodeBlock } | undefined;
  for (const [index, line] of text.split(/\r\n|\n|\r/, maxLines).entries()) {
    const found = fence.exec(line);
    const mark = found?.[1];
    if (open === undefined) {
      if (mark === undefined) parts.prose.push({ text: line, line: firstLine + index });
      else {
        open = { mark, block: { language: (found?.[2] ?? "").toLowerCase(), lines: [] } };
        parts.blocks.push(open.block);
      }
    } else if (mark?.startsWith(open.mark) && (found?.[2] ?? "") === "") {
      open = undefined;
    } else open.block.lines.push({ text: line, line: firstLine + index });
  }
  return parts;
}

/** What stands between backticks on a line. */
export function inlineCode(line: string): string[] {
  return [...line.matchAll(/`([^`]{1,300})`/g)].map((match) => match[1]?.trim() ?? "");
}

const maxWord = 220;

/** Words of a line without what surrounds them (quotes, brackets, marks of emphasis, full stops). */
export function bareWords(line: string): string[] {
  const words: string[] = [];
  for (const raw of line.split(/[\s"'()[\],;|<>“”‘’「」（），。；：、→—]+/)) {
    if (raw === "" || raw.length > maxWord) continue;
    const word = stripMarks(raw);
    if (word !== "") words.push(word);
  }
  return words;
}

/** A word without the marks before and after it. A slash or a dot at its start stays. */
export function stripMarks(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && "`*_\"'([{“‘「（".includes(word.charAt(start))) start += 1;
  while (end > start && "`*_\"')]}.,;:!?”’」）。，".includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}
