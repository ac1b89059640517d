import { createHash } from "node:crypto";
import { lstat, readdir, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { SkillmintError } from "../protocol/index.ts";
import { withFileLock } from "./file-lock.ts";
import { ifThere } from "./folder-chain.ts";
import { ensureFolder } from "./home.ts";
import { MemoryError } from "./memory-error.ts";
import { parseMemoryKey } from "./memory-key.ts";
import { locateMemory, type MemoryFolder, type MemoryPlace } from "./memory-place.ts";
import type { PlaceContext } from "./memory-project.ts";
import { readPlainFile } from "./plain-file.ts";
import { NotPlainError, openPlainFolder, type PlainFolder } from "./plain-folder.ts";
import { writeAtomic } from "./write-atomic.ts";

/** What one memory may hold. */
export const memoryLimits = { fileBytes: 64 * 1024, scopeBytes: 1024 * 1024, files: 200 } as const;

/** What is looked at in a folder that somebody else filled. */
const maxListed = 1_000;

export interface MemoryFile {
  key: string;
  path: string;
  bytes: number;
  modifiedAt: number;
}

export interface MemoryText extends MemoryFile {
  text: string;
  /** How many bytes of a file that is larger than one may be are not in `text`. */
  unread: number;
  /** Of the text: what a later write is compared with. */
  digest: string;
}

/**
 * Notes that outlive sessions: `{key}.md` files of a skill, a project, a person or a kind of agent. Everything is refused with a
 * `MemoryError` that says why: keys that are no plain names, links, limits, projects that nobody trusts.
 */
export interface MemoryStore {
  /** By key. Empty where nothing was ever written. */
  list(place: MemoryPlace): Promise<MemoryFile[]>;
  read(place: MemoryPlace, key: string): Promise<MemoryText>;
  /** Checks a wish to write before anything is touched: the key and the size. */
  check(place: MemoryPlace, key: string, content: string): Promise<void>;
  /**
   * Replaces a note as a whole, 0600; `before` is what stood there. With `seen`, the digest of what the writer knows,
   * it is refused with `changed` where the note is another by now.
   */
  write(
    place: MemoryPlace,
    key: string,
    content: string,
    seen?: string,
  ): Promise<{ file: MemoryText; before?: MemoryText }>;
  delete(place: MemoryPlace, key: string): Promise<MemoryFile>;
}

function keyOf(text: string): string {
  const parsed = parseMemoryKey(text);
  if ("problem" in parsed) throw new MemoryError({ code: "key", key: text, problem: parsed.problem });
  return parsed.key;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Words what the system says when a memory cannot be used. */
async function asMemoryError<T>(folder: MemoryFolder, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (MemoryError.is(error)) throw error;
    if (error instanceof NotPlainError) {
      const path = error.path.startsWith("/proc/") ? join(folder.path, basename(error.path)) : error.path;
      throw new MemoryError({ code: "link", path }, { cause: error });
    }
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    const detail = SkillmintError.is(error) ? (error.detail ?? code) : code;
    throw new MemoryError({ code: "unusable", path: folder.path, detail }, { cause: error });
  }
}

async function listIn(at: string, folder: MemoryFolder): Promise<MemoryFile[]> {
  const names = (await readdir(at)).filter((name) => name.endsWith(".md")).sort();
  const files: MemoryFile[] = [];
  for (const name of names.slice(0, maxListed)) {
    const key = name.slice(0, -".md".length);
    const parsed = parseMemoryKey(key);
    if (!("key" in parsed) || parsed.key !== key) continue;
    const stats = await ifThere(lstat(join(at, name)));
    if (!stats?.isFile()) continue;
    files.push({ key, path: join(folder.path, name), bytes: stats.size, modifiedAt: stats.mtimeMs });
  }
  return files;
}

async function readIn(at: string, folder: MemoryFolder, key: string): Promise<MemoryText | undefined> {
  const name = `${key}.md`;
  const found = await readPlainFile(join(at, name), memoryLimits.fileBytes);
  return found && { ...found, key, path: join(folder.path, name), digest: digestOf(found.text) };
}

function checkRoom(files: readonly MemoryFile[], key: string, bytes: number): void {
  const others = files.filter((file) => file.key !== key);
  if (others.length >= memoryLimits.files)
    throw new MemoryError({ code: "too-many", limit: memoryLimits.files });
  const sum = others.reduce((total, file) => total + file.bytes, bytes);
  if (sum > memoryLimits.scopeBytes)
    throw new MemoryError({ code: "full", bytes: sum, limit: memoryLimits.scopeBytes });
}

function checkSize(content: string): number {
  const bytes = Buffer.byteLength(content);
  if (bytes > memoryLimits.fileBytes)
    throw new MemoryError({ code: "too-large", bytes, limit: memoryLimits.fileBytes });
  return bytes;
}

export function createMemoryStore(context: PlaceContext): MemoryStore {
  /** Runs `work` in the folder of a place; `undefined` where it is not there. */
  async function look<T>(
    place: MemoryPlace,
    work: (at: string, folder: MemoryFolder) => Promise<T>,
  ): Promise<T | undefined> {
    const folder = await locateMemory(place, context);
    return asMemoryError(folder, async () => {
      let opened: PlainFolder;
      try {
        opened = await openPlainFolder(folder.base, folder.names);
      } catch (error) {
        if ((error as { code?: string }).code === "ENOENT") return undefined;
        throw error;
      }
      await using plain = opened;
      return await work(plain.at, folder);
    });
  }

  async function missing(place: MemoryPlace, key: string): Promise<MemoryError> {
    const names = ((await look(place, listIn)) ?? []).map((file) => file.key);
    return new MemoryError({ code: "not-found", key, scope: place.scope, names });
  }

  return {
    list: async (place) => (await look(place, listIn)) ?? [],
    async read(place, text) {
      const key = keyOf(text);
      const found = await look(place, (at, folder) => readIn(at, folder, key));
      if (!found) throw await missing(place, key);
      return found;
    },
    async check(place, text, content) {
      keyOf(text);
      checkSize(content.toWellFormed());
      await locateMemory(place, context);
    },
    async write(place, text, given, seen) {
      const key = keyOf(text);
      const content = given.toWellFormed();
      const bytes = checkSize(content);
      const folder = await locateMemory(place, context);
      return asMemoryError(folder, async () => {
        if (!folder.shared) await ensureFolder(folder.base);
        const mode = folder.shared ? 0o755 : 0o700;
        await using plain = await openPlainFolder(folder.base, folder.names, mode);
        const { at } = plain;
        return await withFileLock(join(at, ".memory"), async (lock) => {
          const before = await readIn(at, folder, key);
          if (seen !== undefined && before && before.digest !== seen)
            throw new MemoryError({ code: "changed", key, current: before.text });
          checkRoom(await listIn(at, folder), key, bytes);
          const isWritten = await writeAtomic(join(at, `${key}.md`), content, lock.isHeld);
          const file = isWritten ? await readIn(at, folder, key) : undefined;
          if (!file) throw new MemoryError({ code: "unusable", path: folder.path, detail: "lock" });
          return { file, ...(before ? { before } : {}) };
        });
      });
    },
    async delete(place, text) {
      const key = keyOf(text);
      const deleted = await look(place, (at, folder) =>
        withFileLock(join(at, ".memory"), async () => {
          const found = await readIn(at, folder, key);
          if (found) await unlink(join(at, `${key}.md`));
          return found;
        }),
      );
      if (!deleted) throw await missing(place, key);
      const { path, bytes, modifiedAt } = deleted;
      return { key, path, bytes, modifiedAt };
    },
  };
}
