import { findPathFault, isSafePath } from "./check-path.ts";
import { isForeignJunk } from "./junk.ts";
import { showPath } from "./pack-content.ts";
import type { PackFault } from "./pack-error.ts";
import type { PackLimits } from "./pack-limits.ts";

/** What every kind of archive says of a file: how many bytes it is, and how many of the archive they are made of. */
export interface ArchiveSizes {
  size: number;
  packed: number;
}

/** A name of an archive as a path: relative, in NFC. Throws `pack-invalid` for one that may not be used. */
export function readArchivePath(name: string, fault: PackFault): { path: string; isFolder: boolean } {
  const normal = name.normalize("NFC");
  const isFolder = normal.endsWith("/");
  const path = isFolder ? normal.slice(0, -1) : normal;
  if (!isSafePath(path)) throw fault("pack-invalid", "unsafePath", { path: showPath(name) });
  return { path, isFolder };
}

/** Whether so little becomes so much only to do harm. */
export function isBomb({ size, packed }: ArchiveSizes, { freeBytes, ratio }: PackLimits): boolean {
  return size > freeBytes && size > ratio * packed;
}

/** Refuses what is or would become too much, by the sizes that an archive declares. */
export function checkArchiveSizes(
  entries: readonly ArchiveSizes[],
  archiveBytes: number,
  limits: PackLimits,
  fault: PackFault,
): void {
  const { bytes, files } = limits;
  if (entries.length > files) throw fault("pack-invalid", "tooMany", { limit: files });
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if ([...entries, { size, packed: archiveBytes }].some((sizes) => isBomb(sizes, limits)))
    throw fault("pack-invalid", "archiveBomb");
  if (size > bytes) throw fault("pack-invalid", "tooLarge", { limit: Math.floor(bytes / 1024 ** 2) });
}

/** The entries that are meant, by path. Throws `pack-invalid` where two of them cannot be told apart everywhere. */
export function chooseEntries<Entry extends { path: string }>(
  entries: readonly Entry[],
  fault: PackFault,
): Entry[] {
  const wanted = entries.filter(({ path }) => !isForeignJunk(path));
  const bad = findPathFault(wanted.map(({ path }) => path));
  if (bad) throw fault("pack-invalid", "pathClash", { path: showPath(bad.path) });
  return wanted.sort((a, b) => (a.path < b.path ? -1 : 1));
}
