import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

export type FileKind =
  | { kind: "text"; encoding: Encoding; bom: number }
  | { kind: "image"; mediaType: string }
  | { kind: "pdf" }
  | { kind: "binary" };

/** Files up to this size are read as a whole and known by their digest afterwards. */
export const maxWholeBytes = 32 * 1024 * 1024;

const sniffBytes = 8_192;
const maxControlShare = 0.1;

function startsWith(bytes: Uint8Array, magic: string, at = 0): boolean {
  for (let index = 0; index < magic.length; index++) {
    if (bytes[at + index] !== magic.charCodeAt(index)) return false;
  }
  return true;
}

function imageType(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (startsWith(bytes, "\xff\xd8\xff")) return "image/jpeg";
  if (startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a")) return "image/gif";
  if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) return "image/webp";
  return undefined;
}

/** Tab, line ends, form feed, backspace and escape occur in text; the other control characters hardly do. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
}

/** What a file is, by its first bytes and never by its name. */
export function sniff(bytes: Uint8Array): FileKind {
  if (startsWith(bytes, "\xef\xbb\xbf")) return { kind: "text", encoding: "utf-8", bom: 3 };
  if (startsWith(bytes, "\xff\xfe")) return { kind: "text", encoding: "utf-16le", bom: 2 };
  if (startsWith(bytes, "\xfe\xff")) return { kind: "text", encoding: "utf-16be", bom: 2 };
  const mediaType = imageType(bytes);
  if (mediaType !== undefined) return { kind: "image", mediaType };
  if (startsWith(bytes, "%PDF-")) return { kind: "pdf" };
  const head = bytes.subarray(0, sniffBytes);
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return { kind: "binary" };
    if (isControl(byte)) controls++;
  }
  if (controls > head.length * maxControlShare) return { kind: "binary" };
  return { kind: "text", encoding: "utf-8", bom: 0 };
}

export interface DecodedText {
  text: string;
  encoding: Encoding;
  bom: boolean;
  /** Whether encoding it again gives the same bytes. */
  exact: boolean;
}

/** The text of a file without its byte order mark; undefined when it is no text. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const found = sniff(bytes);
  if (found.kind !== "text") return undefined;
  const text = new TextDecoder(found.encoding, { ignoreBOM: true }).decode(bytes.subarray(found.bom));
  const form = { encoding: found.encoding, bom: found.bom > 0 };
  const exact =
    form.encoding === "utf-8" ? isUtf8(bytes) : Buffer.compare(encodeText(text, form), bytes) === 0;
  return { text, ...form, exact };
}

export function encodeText(text: string, form: { encoding: Encoding; bom: boolean }): Uint8Array {
  const whole = form.bom ? `\ufeff${text}` : text;
  if (form.encoding === "utf-8") return Buffer.from(whole, "utf8");
  const bytes = Buffer.from(whole, "utf16le");
  return form.encoding === "utf-16le" ? bytes : bytes.swap16();
}

/** Reads up to `max` bytes of an open file, which may grow meanwhile; undefined when it has more. */
export async function readAtMost(handle: FileHandle, max: number): Promise<Uint8Array | undefined> {
  const { size } = await handle.stat();
  if (size > max) return undefined;
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.alloc(Math.max(size - total, 0) + 1),
      0,
      null,
      total,
    );
    if (bytesRead === 0) return Buffer.concat(parts, total);
    parts.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
    if (total > max) return undefined;
  }
}
