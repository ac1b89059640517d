import { isAscii, isUtf8 } from "node:buffer";
import { hasSuspect, hasSuspectBytes } from "./suspect.ts";

export type DecodeNote = "invalid-utf8" | "utf-16";

export interface DecodedText {
  /** Lines end with `\n`; no byte order mark; well-formed. `undefined`: not a text. */
  text: string | undefined;
  notes: DecodeNote[];
  /** The whole text, where something in it may be hidden from a reader. */
  suspect?: string;
}

const noText: DecodedText = { text: undefined, notes: [] };

function clean(text: string): string {
  const result = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return result.includes("\r") ? result.replaceAll(/\r\n?/g, "\n") : result;
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): DecodedText {
  const text = clean(new TextDecoder(encoding).decode(bytes));
  if (text.includes("\0")) return noText;
  return { text, notes: ["utf-16"], ...(hasSuspect(text) && { suspect: text }) };
}

function decodeString(source: string): DecodedText {
  if (source.includes("\0")) return noText;
  const isWellFormed = source.isWellFormed();
  const text = clean(isWellFormed ? source : source.toWellFormed());
  return {
    text,
    notes: isWellFormed ? [] : ["invalid-utf8"],
    ...(hasSuspect(text) && { suspect: text }),
  };
}

/** Where the line of the second fence ends, from the start of the bytes; all of them where there is none. */
function endOfHead(buffer: Buffer): number {
  const start = buffer[0] === 0xef ? 3 : 0;
  if (buffer.toString("latin1", start, start + 3) !== "---") return buffer.length;
  for (let at = buffer.indexOf("\n---", start); at !== -1; at = buffer.indexOf("\n---", at + 1)) {
    let end = at + 4;
    while (buffer[end] === 0x20 || buffer[end] === 0x09 || buffer[end] === 0x0d) end++;
    if (end >= buffer.length || buffer[end] === 0x0a) return end;
  }
  return buffer.length;
}

/**
 * Text of a file that anyone may have written. Bytes that are no UTF-8 are replaced, never an exception. With
 * `headOnly`, text may end with the frontmatter; what is said about it holds for all of it.
 */
export function decodeText(source: Uint8Array | string, options: { headOnly?: boolean } = {}): DecodedText {
  if (typeof source === "string") return decodeString(source);
  const [first, second] = source;
  if (first === 0xff && second === 0xfe) return decodeUtf16(source, "utf-16le");
  if (first === 0xfe && second === 0xff) return decodeUtf16(source, "utf-16be");
  const buffer = Buffer.isBuffer(source)
    ? source
    : Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (buffer.includes(0)) return noText;
  const end = options.headOnly === true ? endOfHead(buffer) : buffer.length;
  if (isAscii(buffer)) return { text: clean(buffer.toString("latin1", 0, end)), notes: [] };
  return {
    text: clean(buffer.toString("utf8", 0, end)),
    notes: isUtf8(buffer) ? [] : ["invalid-utf8"],
    ...(hasSuspectBytes(buffer) && { suspect: clean(buffer.toString("utf8")) }),
  };
}
