import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { SkillmintError } from "../../protocol/index.ts";

const magic = "SQLite format 3\0";
const headerBytes = 100;

/**
 * Makes sure there is a file only its owner can read, before SQLite opens it (the files SQLite puts beside it
 * get the same rights), and that it can be a database: anything else is refused untouched.
 */
export function prepareFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "a+", 0o600);
  try {
    const { size, mode, uid } = fstatSync(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0 && uid === process.getuid?.())
      chmodSync(path, 0o600);
    if (size === 0) return;
    const header = Buffer.alloc(headerBytes);
    const read = readSync(file, header, 0, headerBytes, 0);
    if (read < headerBytes || header.toString("latin1", 0, magic.length) !== magic) {
      throw new SkillmintError("store-corrupt", { params: { path }, detail: "not a database" });
    }
  } finally {
    closeSync(file);
  }
}
