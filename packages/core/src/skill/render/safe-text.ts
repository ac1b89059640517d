/** Characters nobody sees (zero-width, marks of direction, tags, variation selectors), and those of private use. */
export const hiddenCharacters = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Co}\uFFF9-\uFFFB]/gu;
/** What moves a terminal's cursor or colours it, up to its end. */
const terminalSequences =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u009C|\u001B\\)?/g;
const blanks = /[\p{Cc}\p{Z}]+/gu;

/** The beginning of a tag, and what chat templates use to change who speaks. */
const tagStart = /<(?= ?[</!?|｜]|\p{L})/gu;
const roleMark = /\[(\s*\/?\s*(?:INST|SYS(?:TEM)?)\s*)\]/giu;

/**
 * Text of unknown origin as one line that shows all there is: no line break, control or escape sequence, nothing
 * invisible. Safe for a terminal and a log.
 */
export function toPlainLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(terminalSequences, " ")
    .replaceAll(blanks, " ")
    .replaceAll(hiddenCharacters, "")
    .trim();
}

/** As `toPlainLine`, for a prompt: what would open or close a tag or change the speaker is text like any other. */
export function toPromptLine(text: string): string {
  return toPlainLine(text).replaceAll(tagStart, "&lt;").replaceAll(roleMark, "($1)");
}

/** As `toPlainLine`, for the text or an attribute of a tag. */
export function toTagText(text: string): string {
  return toPlainLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(roleMark, "($1)");
}

const bracket = /[<＜﹤][\s\p{Cf}]*[^<＜﹤]{0,60}/gu;
const unseen = /[\s\p{Cf}\p{Cc}_-]+/gu;
const reserved = /^<\/?(?:skillcontent|skillresources|availableskills|systemreminder|sys>|\|[^|]{1,40}\|>)/;
const tagCharacters = /[\u{E0000}-\u{E007F}]/gu;

function disarm(piece: string): string {
  const plain = piece.replaceAll(unseen, "").normalize("NFKC").toLowerCase();
  return reserved.test(plain) ? `&lt;${piece.slice(1)}` : piece;
}

/**
 * Many lines of unknown origin inside our own tags: they keep their form, but cannot close or fake one of ours,
 * cannot change the speaker, and say nothing that a person who reads the file does not see.
 */
export function toTaggedBody(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(tagCharacters, "")
    .replaceAll(bracket, disarm)
    .replaceAll(/\[(\/?INST)\]/gi, "($1)");
}
