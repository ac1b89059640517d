import { findPathFault } from "../../../pack/check-path.ts";
import type { PackFile } from "../../../pack/pack-file.ts";
import { refuseInstall, type InstallWords } from "../install-words.ts";
import { megabytes, sourceLimits } from "./source-limits.ts";

/** Refuses files that could leave their folder, that a file system would take for each other, or that are too many. */
export function checkFiles(files: readonly PackFile[], source: string, words: InstallWords): void {
  if (files.length > sourceLimits.files)
    throw refuseInstall(words("source.tooMany", { source, limit: sourceLimits.files }));
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > sourceLimits.bytes)
    throw refuseInstall(words("source.tooLarge", { source, limit: megabytes(sourceLimits.bytes) }));
  const fault = findPathFault(files.map(({ path }) => path));
  if (!fault) return;
  const path = JSON.stringify(fault.path.slice(0, 200));
  throw refuseInstall(words(fault.kind === "unsafe" ? "source.unsafePath" : "source.pathClash", { path }));
}
