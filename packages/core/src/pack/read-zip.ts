import { crc32, inflateRaw, type InflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import type { SkillmintError } from "../protocol/index.ts";
import { checkArchiveSizes, chooseEntries } from "./archive-checks.ts";
import { showPath } from "./pack-content.ts";
import type { PackFault } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import type { PackLimits } from "./pack-limits.ts";
import { checkOverlap, readZipEntry, type ZipFileEntry } from "./zip-entry.ts";

/** What stands before each entry of the list at the end; more of them than are counted are more than can be counted. */
const centralHeader = "PK\x01\x02";

/** The files of a zip, as `readArchive` promises them; what is damaged beyond words throws as it comes. */
export async function readZip(bytes: Uint8Array, limits: PackLimits, fault: PackFault): Promise<PackFile[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { zip, entries } = await listEntries(buffer, limits, fault);
  const files: PackFile[] = [];
  for (const entry of entries) files.push(await readEntry(zip, buffer, entry, fault));
  return files;
}

/** What is in it, checked as a whole before anything is inflated. */
async function listEntries(
  buffer: Buffer,
  limits: PackLimits,
  fault: PackFault,
): Promise<{ zip: ZipFile; entries: ZipFileEntry[] }> {
  const { default: yauzl } = await import("yauzl");
  const zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false });
  if (zip.entryCount > limits.entries) throw fault("pack-invalid", "tooMany", { limit: limits.files });
  const decode = (entry: Entry): string =>
    yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  const entries: ZipFileEntry[] = [];
  for await (const each of zip.eachEntry()) {
    const entry = readZipEntry(each, decode, fault);
    if (entry) entries.push(entry);
  }
  // Where reading stopped, which the package's types take for a flag.
  const end = Number(zip.readEntryCursor);
  if (buffer.toString("latin1", end, end + 4) === centralHeader)
    throw fault("pack-invalid", "tooMany", { limit: limits.files });
  checkArchiveSizes(entries, buffer.length, limits, fault);
  checkOverlap(entries, buffer.length, fault);
  return { zip, entries: chooseEntries(entries, fault) };
}

async function readEntry(
  zip: ZipFile,
  buffer: Buffer,
  { path, executable, entry, size }: ZipFileEntry,
  fault: PackFault,
): Promise<PackFile> {
  const broken = (cause?: unknown): SkillmintError =>
    fault("pack-invalid", "archiveBroken", { what: showPath(path) }, cause);
  const { fileDataStart, fileName } = await zip.readLocalFileHeaderPromise(entry);
  // An archive that tells two readers two names is made to deceive one of them.
  if (!fileName.equals(entry.fileNameRaw)) throw broken();
  const packed = buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  const bytes = entry.compressionMethod === 0 ? packed : await inflate(packed, size).catch(rethrow(broken));
  if (bytes.length !== size || packed.length !== entry.compressedSize || crc32(bytes) !== entry.crc32)
    throw broken();
  return { path, bytes, executable };
}

function rethrow(wrap: (cause: unknown) => Error): (cause: unknown) => never {
  return (cause) => {
    throw wrap(cause);
  };
}

/** Never more than `size`: beyond it, inflating stops. Fails where the packed bytes go on behind their end. */
function inflate(packed: Uint8Array, size: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const options = { maxOutputLength: Math.max(size, 1), info: true };
    inflateRaw(packed, options, (error, result) => {
      if (error) return reject(error);
      const { buffer, engine } = result as unknown as { buffer: Buffer; engine: InflateRaw };
      if (engine.bytesWritten !== packed.length) return reject(new Error("bytes behind the end"));
      resolve(buffer);
    });
  });
}
