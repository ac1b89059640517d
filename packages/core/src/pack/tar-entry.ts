import { readArchivePath } from "./archive-checks.ts";
import { showPath } from "./pack-content.ts";
import type { PackFault } from "./pack-error.ts";
import type { TarHeader } from "./tar-header.ts";

/** A file of a tar that may be read. */
export interface TarFile {
  path: string;
  executable: boolean;
}

const folder = "5";
/** Regular ones; `7` asks for a place on disk that no system has given for decades. */
const regular = new Set(["0", "7"]);

/**
 * What an entry of a tar is: a file, or `undefined` for a folder. Throws `pack-invalid` for one that is a link or
 * special, or whose name may not be used.
 */
export function readTarEntry({ name, type, size, mode }: TarHeader, fault: PackFault): TarFile | undefined {
  // `tar c .` begins with the folder itself and calls all else `./…`.
  const inner = name.replace(/^(?:\.\/+)+/, "");
  const isRoot = type === folder && (inner === "" || inner === ".");
  const { path, isFolder } = isRoot ? { path: ".", isFolder: true } : readArchivePath(inner, fault);
  if (type !== folder && !regular.has(type))
    throw fault("pack-invalid", "archiveLink", { path: showPath(name) });
  if (type !== folder && !isFolder) return { path, executable: (mode & 0o111) !== 0 };
  // Some readers pass over the bytes of a folder, others take them for the next entry.
  if (size > 0) throw fault("pack-invalid", "archiveBroken", { what: showPath(name) });
  return undefined;
}
