import type { Entry } from "yauzl";
import { readArchivePath, type ArchiveSizes } from "./archive-checks.ts";
import { showPath } from "./pack-content.ts";
import type { PackFault } from "./pack-error.ts";

/** A file of a zip that may be read: where its bytes are and how many they become. */
export interface ZipFileEntry extends ArchiveSizes {
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
 * What an entry of a zip is: a file, or `undefined` for a folder. Throws `pack-invalid` for one that is a link or
 * special, whose name may not be used, or that cannot be read.
 */
export function readZipEntry(
  entry: Entry,
  decode: (entry: Entry) => string,
  fault: PackFault,
): ZipFileEntry | undefined {
  const name = decodeName(entry, decode);
  const { path, isFolder } = readArchivePath(name, fault);
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & kindMask;
  if (kind !== 0 && kind !== (isFolder ? directory : regular))
    throw fault("pack-invalid", "archiveLink", { path: showPath(name) });
  if (isFolder) return undefined;
  if ((entry.generalPurposeBitFlag & isEncrypted) !== 0)
    throw fault("pack-invalid", "archiveEncrypted", { path: showPath(name) });
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw fault("pack-invalid", "archiveMethod", { path: showPath(name) });
  const { uncompressedSize: size, compressedSize: packed } = entry;
  return { path, executable: (mode & 0o111) !== 0, size, packed, entry };
}

/** Refuses parts of a zip that are used by more than one entry, as that is how little becomes much. */
export function checkOverlap(entries: readonly ZipFileEntry[], archiveBytes: number, fault: PackFault): void {
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
