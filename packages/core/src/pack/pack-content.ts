import { createHash } from "node:crypto";
import { findPathFault } from "./check-path.ts";
import type { PackedFiles } from "./manifest.ts";
import type { PackFault } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import type { PackLimits } from "./pack-limits.ts";
import type { ZipEntry } from "./stored-zip.ts";

const folder = "content/";

export const hashBytes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

/** Throws `pack-invalid` where paths or limits are not kept, or no SKILL.md is among them. */
export function checkContent(
  files: readonly { path: string; size: number }[],
  limits: PackLimits,
  fault: PackFault,
): void {
  if (files.length > limits.files) throw fault("pack-invalid", "tooMany", { limit: limits.files });
  if (files.reduce((sum, { size }) => sum + size, 0) > limits.bytes)
    throw fault("pack-invalid", "tooLarge", { limit: Math.floor(limits.bytes / 1024 ** 2) });
  const bad = findPathFault(files.map(({ path }) => path));
  if (bad)
    throw fault("pack-invalid", bad.kind === "unsafe" ? "unsafePath" : "pathClash", {
      path: showPath(bad.path),
    });
  if (!files.some(({ path }) => /^skill\.md$/i.test(path))) throw fault("pack-invalid", "noSkill");
}

/** A name from outside, safe to be shown. */
export function showPath(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}

/** What a manifest says of files. */
export function describeFiles(files: readonly PackFile[]): PackedFiles {
  return Object.fromEntries(
    files.map(({ path, bytes, executable }) => [
      path,
      { sha256: hashBytes(bytes), size: bytes.length, ...(executable ? { executable: true as const } : {}) },
    ]),
  );
}

/** The entries of files, in their one order. */
export function toEntries(files: readonly PackFile[]): ZipEntry[] {
  return [...files].sort(byPath).map(({ path, bytes }) => ({ path: folder + path, bytes }));
}

/** The files of entries, where they are exactly what is said of them; throws `pack-invalid` otherwise. */
export function fromEntries(
  entries: readonly ZipEntry[],
  described: PackedFiles,
  limits: PackLimits,
  fault: PackFault,
): PackFile[] {
  const files = Object.entries(described)
    .map(([path, file]) => ({ path, ...file }))
    .sort(byPath);
  checkContent(files, limits, fault);
  if (files.length !== entries.length) throw fault("pack-invalid", "damaged", { what: folder });
  return files.map(({ path, size, sha256, executable = false }, index) => {
    const entry = entries[index];
    const isSame = entry?.path === folder + path && entry.bytes.length === size;
    if (!isSame || hashBytes(entry.bytes) !== sha256)
      throw fault("pack-invalid", "damaged", { what: showPath(folder + path) });
    return { path, bytes: entry.bytes, executable };
  });
}
