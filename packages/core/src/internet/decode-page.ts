/** The charset that a `content-type` header names. */
function charsetOfHeader(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
}

/** The charset that a page says of itself near its beginning. */
function charsetOfMarkup(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString("latin1");
  const ofXml = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  return ofXml ?? /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
}

function charsetOfMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : undefined;
}

function openDecoder(label: string | undefined, fatal = false): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    // Nobody knows that charset: the next guess counts.
    return undefined;
  }
}

function decodeStrictly(bytes: Uint8Array, label: string, isCut: boolean): string | undefined {
  try {
    // What was cut may end inside of a character.
    return openDecoder(label, true)?.decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

const hiragana = /[\u3040-\u309f]/g;
const hangul = /[\uac00-\ud7a3]/g;
const chinese = /[\u4e00-\u9fff\u3040-\u30ff\uff00-\uff60\u3000-\u303f“”‘’]/g;

/**
 * What a page that says nothing may be written in, and the part of its letters beyond ASCII that shows it. The bytes of
 * nearly any of them make characters in the others too: those that prove themselves come first.
 */
const guesses = [
  { label: "shift_jis", letters: hiragana, share: 0.2 },
  { label: "euc-jp", letters: hiragana, share: 0.2 },
  { label: "euc-kr", letters: hangul, share: 0.9 },
  { label: "gb18030", letters: chinese, share: 0.8 },
  { label: "big5", letters: chinese, share: 0.8 },
];

function guess(bytes: Uint8Array, isCut: boolean): string {
  const asUnicode = decodeStrictly(bytes, "utf-8", isCut);
  if (asUnicode !== undefined) return asUnicode;
  for (const { label, letters, share } of guesses) {
    const text = decodeStrictly(bytes, label, isCut);
    const beyond = text?.match(/[^\x00-\x7f]/gu)?.length ?? 0;
    if (text !== undefined && (text.match(letters)?.length ?? 0) > beyond * share) return text;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** The text of a page: by its byte order mark, else its header, else what it says itself, else by a guess. */
export function decodePage(bytes: Uint8Array, contentType: string, isCut = false): string {
  const named = [charsetOfMark(bytes), charsetOfHeader(contentType), charsetOfMarkup(bytes)];
  for (const label of named) {
    const decoder = openDecoder(label);
    if (decoder) return decoder.decode(bytes);
  }
  return guess(bytes, isCut);
}
