import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import type { PackFile } from "../../pack/pack-file.ts";
import { writeZipPieces, type PackedEntry } from "../../pack/zip-pieces.ts";

const compress = promisify(deflateRaw);

/** A zip of these files as every tool reads it, with their executable bits. */
export async function writeZip(files: readonly PackFile[]): Promise<Buffer> {
  const entries: PackedEntry[] = [];
  for (const { path, bytes, executable } of files) {
    const packed = await compress(bytes);
    entries.push({ path, packed, method: "deflated", size: bytes.length, crc: crc32(bytes), executable });
  }
  return Buffer.concat(writeZipPieces(entries));
}
