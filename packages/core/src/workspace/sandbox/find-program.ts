import { accessSync, constants, realpathSync } from "node:fs";
import path from "node:path";
import { isInside } from "../resolve-path.ts";

const systemFolders = [
  "/usr/bin",
  "/bin",
  "/usr/local/bin",
  "/usr/sbin",
  "/sbin",
  "/run/current-system/sw/bin",
];

/**
 * A program of the system, by its real path; the search path comes second, and of it only what lies outside of the
 * workspace, since what a command can write must not become the sandbox of the next one.
 */
export function findProgram(
  name: string,
  options: { searchPath?: string | undefined; except?: readonly string[] } = {},
): string | undefined {
  const searched = (options.searchPath ?? "")
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  for (const folder of [...systemFolders, ...searched]) {
    const real = executable(path.join(folder, name));
    if (real !== undefined && !(options.except ?? []).some((place) => isInside(place, real))) return real;
  }
  return undefined;
}

function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return realpathSync(file);
  } catch {
    // Not there or not for us: the next folder may have it.
    return undefined;
  }
}
