import { crc32 } from "node:zlib";
import { endLength, localHeader, localLength, writeZipPieces } from "./zip-pieces.ts";

/** One entry of a zip that is only stored. */
export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
}

/**
 * A zip of these entries in this order, in pieces; its bytes are a function of them and of nothing else. Nothing is
 * compressed, so that no version of a compressor shows in it. The bytes of the entries are not copied.
 */
export function writeStoredZip(entries: readonly ZipEntry[]): Uint8Array[] {
  return writeZipPieces(
    entries.map(({ path, bytes }) => ({
      path,
      packed: bytes,
      method: "stored",
      size: bytes.length,
      crc: crc32(bytes),
      executable: false,
    })),
  );
}

/**
 * The entries of a zip that `writeStoredZip` wrote, as parts of its bytes, at most `limit` of them; `undefined` for
 * all else. Only names and lengths are read: whether every other byte is right is for `isStoredZip` to say.
 */
export function readStoredZip(bytes: Uint8Array, limit: number): ZipEntry[] | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + localLength <= view.length && view.readUInt32LE(at) === localHeader) {
    const size = view.readUInt32LE(at + 22);
    const start = at + localLength + view.readUInt16LE(at + 26);
    const end = start + size;
    if (end > view.length || entries.length >= limit) return undefined;
    const path = view.toString("utf8", at + localLength, start);
    entries.push({ path, bytes: bytes.subarray(start, end) });
    at = end;
  }
  return at + endLength <= view.length ? entries : undefined;
}

/** Whether a zip is, byte for byte, what `writeStoredZip` writes of these entries. */
export function isStoredZip(bytes: Uint8Array, entries: readonly ZipEntry[]): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (const piece of writeStoredZip(entries)) {
    const end = at + piece.length;
    if (end > view.length) return false;
    // What was taken out of these bytes at this place is what it is.
    const isSame = piece.buffer === bytes.buffer && piece.byteOffset === bytes.byteOffset + at;
    if (!isSame && view.compare(piece, 0, piece.length, at, end) !== 0) return false;
    at = end;
  }
  return at === view.length;
}
