import { crc32 } from "node:zlib";

/** One entry of a zip that is only stored. */
export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endHeader = 0x06054b50;
const localLength = 30;
const centralLength = 46;
const endLength = 22;
/** 2.0, as folders in paths want it. */
const versionNeeded = 20;
/** Unix, 2.0. */
const versionMadeBy = (3 << 8) | 20;
/** Names are UTF-8. */
const flags = 1 << 11;
/** The first of January 1980, the first day that the format knows. */
const date = (1 << 5) | 1;
/** A regular file, 0644. */
const attributes = 0o100644 * 0x10000;

/** What both headers of an entry say of it, from the version that is needed up to the length of extra fields. */
function writeCommon(target: Buffer, at: number, crc: number, size: number, nameLength: number): void {
  target.writeUInt16LE(versionNeeded, at);
  target.writeUInt16LE(flags, at + 2);
  // Method 0, time 0.
  target.writeUInt16LE(date, at + 8);
  target.writeUInt32LE(crc, at + 10);
  target.writeUInt32LE(size, at + 14);
  target.writeUInt32LE(size, at + 18);
  target.writeUInt16LE(nameLength, at + 22);
}

/**
 * A zip of these entries in this order, in pieces; its bytes are a function of them and of nothing else. Nothing is
 * compressed, so that no version of a compressor shows in it. The bytes of the entries are not copied.
 */
export function writeStoredZip(entries: readonly ZipEntry[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path, "utf8");
    const crc = crc32(bytes);
    const local = Buffer.alloc(localLength);
    local.writeUInt32LE(localHeader, 0);
    writeCommon(local, 4, crc, bytes.length, name.length);
    pieces.push(local, name, bytes);
    const header = Buffer.alloc(centralLength);
    header.writeUInt32LE(centralHeader, 0);
    header.writeUInt16LE(versionMadeBy, 4);
    writeCommon(header, 6, crc, bytes.length, name.length);
    header.writeUInt32LE(attributes, 38);
    header.writeUInt32LE(offset, 42);
    central.push(header, name);
    offset += localLength + name.length + bytes.length;
  }
  const end = Buffer.alloc(endLength);
  end.writeUInt32LE(endHeader, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    central.reduce((sum, piece) => sum + piece.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return [...pieces, ...central, end];
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
