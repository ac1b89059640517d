import { SkillmintError } from "../protocol/index.ts";
import { showPath } from "./pack-content.ts";
import { createPackFault } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import { packLimits } from "./pack-limits.ts";
import { readTar } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";
import type { VerifyOptions } from "./verify-pack.ts";

export type ArchiveKind = "zip" | "tar";

/** What an archive is by its first bytes, whatever it is called: a zip, or a tar that gzip packed. */
export function findArchiveKind([first, second]: Uint8Array): ArchiveKind | undefined {
  if (first === 0x50 && second === 0x4b) return "zip";
  return first === 0x1f && second === 0x8b ? "tar" : undefined;
}

const readers = { zip: readZip, tar: readTar };

/**
 * The files of a zip or a `.tar.gz` that anyone may have made, sorted by path; nothing is written anywhere. All of it
 * or nothing: throws `pack-invalid` for names that leave the folder or clash, links and special files, encrypted or
 * damaged entries, and everything that is or would become too much. Archives inside it are files like others and stay
 * closed. What file managers add (`__MACOSX`, `.DS_Store`) is left out.
 */
export async function readArchive(
  bytes: Uint8Array,
  { language, limits = packLimits }: VerifyOptions = {},
): Promise<PackFile[]> {
  const fault = createPackFault(language);
  const kind = findArchiveKind(bytes);
  if (kind === undefined) throw fault("pack-invalid", "archiveUnknown");
  try {
    return await readers[kind](bytes, limits, fault);
  } catch (error) {
    if (SkillmintError.is(error)) throw error;
    const what = error instanceof Error ? error.message : String(error);
    throw fault("pack-invalid", "archiveBroken", { what: showPath(what) }, error);
  }
}
