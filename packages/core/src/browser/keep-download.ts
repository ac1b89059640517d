import { readFile, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { isProtected } from "../permission/guarded-path.ts";
import { WorkspaceError } from "../workspace/workspace-error.ts";
import { writeFileAtomic } from "../workspace/write-file.ts";

const maxName = 120;
const mostTries = 100;
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A name that a page gave, as that of one visible file on any system. */
export function sanitizeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .normalize("NFC")
    .replaceAll(/[\x00-\x1f\x7f<>:"|?*\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, "_")
    .replace(/^[.\s]+/, "")
    .replace(/[.\s]+$/, "");
  const isSpecial = deviceName.test(plain) || isProtected(`/folder/${plain}`);
  const named = plain === "" ? "download" : isSpecial ? `_${plain}` : plain;
  if (named.length <= maxName) return named;
  const end = extname(named).slice(0, 20);
  return `${named.slice(0, maxName - end.length)}${end}`;
}

function numbered(name: string, number: number): string {
  if (number === 0) return name;
  const end = extname(name);
  return `${name.slice(0, name.length - end.length)}-${number}${end}`;
}

/**
 * Moves a finished download into a real folder of the workspace, under its own name or that with a number: nothing is
 * overwritten and no link followed. Returns where it lies.
 */
export async function keepDownload(file: string, folder: string, name: string): Promise<string> {
  const bytes = await readFile(file);
  const wanted = sanitizeName(name);
  for (let number = 0; ; number++) {
    const path = join(folder, numbered(wanted, number));
    try {
      await writeFileAtomic(path, bytes, { expected: null });
      await rm(file, { force: true });
      return path;
    } catch (error) {
      const isTaken =
        WorkspaceError.is(error) && ["changed", "swapped", "is-folder", "hard-link"].includes(error.code);
      if (!isTaken || number === mostTries) throw error;
    }
  }
}
