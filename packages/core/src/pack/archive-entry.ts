import type { Entry } from "yauzl";
import { isSafePath } from "./check-path.ts";
import { showPath } from "./pack-content.ts";
import type { PackFault } from "./pack-error.ts";
import type { PackLimits } from "./pack-limits.ts";

/** A file of an archive that may be read: where its bytes are and how many they become. */
export interface ArchiveEntry {
  path: string;
  executable: boolean;
  entry: Entry;
}

const isEncrypted = 1;
const localHeaderBytes = 30;
const kindMask = 0o170000;
const regular = 0o100000;
const directory = 0o040000;

/** UTF-8 where the bytes are, whatever the archive claims: the archiver of macOS does not say so. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeName(entry: Entry, decode: (entry: Entry) => string): string {
  try {
    return utf8.decode(entry.fileNameRaw);
  } catch {
    return decode(entry);
  }
}

/**
 * What an entry of an archive is: a file, or `undefined` for a folder. Throws `pack-invalid` for one that is a link or
 * special, whose name may not be used, or that cannot be read.
 */
export function readArchiveEntry(
  entry: Entry,
  decode: (entry: Entry) => string,
  fault: PackFault,
): ArchiveEntry | undefined {
  const name = decodeName(entry, decode).normalize("NFC");
  const isFolder = name.endsWith("/");
  const path = isFolder ? name.slice(0, -1) : name;
  if (!isSafePath(path)) throw fault("pack-invalid", "unsafePath", { path: showPath(name) });
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & kindMask;
  if (kind !== 0 && kind !== (isFolder ? directory : regular))
    throw fault("pack-invalid", "archiveLink", { path: showPath(name) });
  if (isFolder) return undefined;
  if ((entry.generalPurposeBitFlag & isEncrypted) !== 0)
    throw fault("pack-invalid", "archiveEncrypted", { path: showPath(name) });
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw fault("pack-invalid", "archiveMethod", { path: showPath(name) });
  return { path, executable: (mode & 0o111) !== 0, entry };
}

/**
 * Refuses what would become too much, by the sizes that the archive declares: nothing is inflated beyond those. Parts
 * of an archive that are used by more than one entry are refused too, as that is how little becomes much.
 */
export function checkArchiveSizes(
  entries: readonly ArchiveEntry[],
  archiveBytes: number,
  limits: PackLimits,
  fault: PackFault,
): void {
  const { bytes, files, ratio, freeBytes } = limits;
  if (entries.length > files) throw fault("pack-invalid", "tooMany", { limit: files });
  const isBomb = (large: number, small: number): boolean => large > freeBytes && large > ratio * small;
  let total = 0;
  for (const { entry } of entries) {
    total += entry.uncompressedSize;
    if (isBomb(entry.uncompressedSize, entry.compressedSize)) throw fault("pack-invalid", "archiveBomb");
  }
  if (isBomb(total, archiveBytes)) throw fault("pack-invalid", "archiveBomb");
  if (total > bytes) throw fault("pack-invalid", "tooLarge", { limit: Math.floor(bytes / 1024 ** 2) });
  let end = 0;
  const byOffset = entries
    .map(({ entry }) => entry)
    .sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength } of byOffset) {
    if (start < end) throw fault("pack-invalid", "archiveOverlap");
    end = start + localHeaderBytes + fileNameLength + compressedSize;
  }
  if (end > archiveBytes) throw fault("pack-invalid", "archiveBroken", { what: "zip" });
}
