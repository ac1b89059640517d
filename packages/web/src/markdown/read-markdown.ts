import { lexer, type Token } from "marked";

/** The time to tell emphasis apart grows with the square of its signs: so many in one paragraph are not meant as such. */
const maxSigns = 800;

function isReadable(paragraph: string): boolean {
  return paragraph.length <= maxSigns || (paragraph.match(/[*_~`[\]]/g)?.length ?? 0) <= maxSigns;
}

/** Undefined where reading it as Markdown would take too long: then it is shown as it is. */
export function readMarkdown(text: string): readonly Token[] | undefined {
  return text.split(/\n[ \t]*\n/).every(isReadable) ? lexer(text, { gfm: true }) : undefined;
}
