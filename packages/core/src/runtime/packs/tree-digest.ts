import { createHash } from "node:crypto";
import type { PackFile } from "../../pack/pack-file.ts";

/** sha256 in hex of one file. */
export function digestBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** One digest over paths, executable bits and contents of all files, whatever their order. */
export function digestTree(files: readonly PackFile[]): string {
  const whole = createHash("sha256");
  for (const { path, bytes, executable } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    whole.update(`${path}\0${executable ? "program" : "file"}\0${digestBytes(bytes)}\0`);
  return `sha256:${whole.digest("hex")}`;
}
