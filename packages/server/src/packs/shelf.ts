import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOwnedFolder } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import { Refused } from "../problem.ts";

export interface ShelfFile {
  id: string;
  /** One plain part of a path. */
  name: string;
  /** Where it lies; only this user can look there. */
  path: string;
  size: number;
}

/** Files on their way in or out: each is there for a while, and all of them no longer than the server. */
export interface Shelf {
  /** Writes what comes, as it comes. Refused as too large, or with `jobs-full` while many come; nothing is kept then. */
  receive(name: string, pieces: AsyncIterable<Uint8Array>): Promise<ShelfFile>;
  put(name: string, bytes: Uint8Array): Promise<ShelfFile>;
  /** For what can only be written by a path: the bytes that are there afterwards. Nothing is kept. */
  collect(name: string, write: (path: string) => Promise<unknown>): Promise<Uint8Array>;
  /** Refused where it is gone. */
  find(id: string): ShelfFile;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface ShelfOptions {
  /** Of one file. */
  maxBytes: number;
  /** Of all together; the oldest go first. */
  maxTotal?: number;
  maxFiles?: number;
  keepMs?: number;
  parent?: string;
  now?: () => number;
}

const maxReceiving = 4;

/** As people may see it in a path: nothing that leads elsewhere, hides or means something to a system. */
export function plainFileName(name: string): string {
  const kept = name.normalize("NFC").replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  return kept.replace(/^[.-]+/, "").slice(-100) || "file";
}

export function createShelf(options: ShelfOptions): Shelf {
  const { maxBytes, maxTotal = 2 * maxBytes, maxFiles = 20, keepMs = 30 * 60_000, now = Date.now } = options;
  const files = new Map<string, ShelfFile & { until: number }>();
  let root: Promise<string> | undefined;
  let receiving = 0;

  const folderOf = async (id: string): Promise<string> =>
    join(await (root ??= makeOwnedFolder(options.parent ?? tmpdir(), "install")), id);

  async function remove(id: string): Promise<void> {
    files.delete(id);
    await rm(await folderOf(id), { recursive: true, force: true });
  }

  /** What is too old goes, and the oldest until there is room for this many bytes. */
  async function makeRoom(bytes: number): Promise<void> {
    for (const { id, until } of files.values()) if (until <= now()) await remove(id);
    for (const { id } of files.values()) {
      const total = [...files.values()].reduce((sum, { size }) => sum + size, bytes);
      if (total <= maxTotal && files.size < maxFiles) return;
      await remove(id);
    }
  }

  /** A folder of its own for one file; gone again where writing it fails. */
  async function place<T>(name: string, write: (id: string, path: string) => Promise<T>): Promise<T> {
    const id = `file_${randomUUID()}`;
    const folder = await folderOf(id);
    await mkdir(folder, { mode: 0o700 });
    try {
      return await write(id, join(folder, plainFileName(name)));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async function keep(id: string, path: string, name: string, size: number): Promise<ShelfFile> {
    await makeRoom(size);
    const file = { id, path, name: plainFileName(name), size, until: now() + keepMs };
    files.set(id, file);
    return file;
  }

  async function receive(name: string, pieces: AsyncIterable<Uint8Array>): Promise<ShelfFile> {
    if (receiving >= maxReceiving) throw new SkillmintError("jobs-full", { params: { count: receiving } });
    receiving += 1;
    try {
      return await place(name, async (id, path) => {
        const handle = await open(path, "wx", 0o600);
        let size = 0;
        try {
          for await (const piece of pieces) {
            size += piece.length;
            if (size > maxBytes) throw new Refused(413, "length");
            await handle.writeFile(piece);
          }
        } finally {
          await handle.close();
        }
        return keep(id, path, name, size);
      });
    } finally {
      receiving -= 1;
    }
  }

  return {
    receive,
    put: (name, bytes) =>
      place(name, async (id, path) => {
        await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
        return keep(id, path, name, bytes.length);
      }),
    collect: (name, write) =>
      place(name, async (id, path) => {
        await write(path);
        const bytes = await readFile(path);
        await remove(id);
        return bytes;
      }),
    find(id) {
      const file = files.get(id);
      if (!file || file.until <= now()) throw new Refused(404, "fileGone");
      return file;
    },
    remove,
    async close() {
      files.clear();
      if (root) await rm(await root, { recursive: true, force: true });
    },
  };
}
