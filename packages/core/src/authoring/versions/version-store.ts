import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { withFileLock } from "../../environment/file-lock.ts";
import { ensureFolder } from "../../environment/home.ts";
import { writeAtomic } from "../../environment/write-atomic.ts";
import { cutText } from "../../protocol/index.ts";
import { digestContent, readContent, sha256, writeContent, type FolderContent } from "./folder-content.ts";
import { listContent, readStored } from "./stored-content.ts";
import { versionNote, type ChangeNote, type VersionNote } from "./version-note.ts";
import { systemCode } from "../../skill/discover/folders.ts";

/** How many states of a skill are kept; the oldest go first. */
export const maxVersions = 20;
const maxWhy = 500;
const noteFile = "note.json";
const contentFolder = "skill";

export interface VersionStore {
  /**
   * Keeps the state of a skill's folder. Where the newest kept one is the same nothing is written and that is given.
   * Fails with `SkillFileError` for a folder that is too large to be kept.
   */
  keep(folder: string, change: ChangeNote): Promise<VersionNote>;
  /** Does a change between two states that are kept: how the folder was before it, and how it is after it. */
  around<T>(
    folder: string,
    change: ChangeNote,
    work: () => Promise<T>,
  ): Promise<{ result: T; kept: VersionNote }>;
  /** The newest first. One whose note cannot be read is left out. */
  list(folder: string): Promise<VersionNote[]>;
  /** Fails with `SkillFileError` where a kept file is no longer what its note says. */
  read(note: VersionNote): Promise<FolderContent>;
}

export interface VersionStoreOptions {
  /** The folder of all kept states; made when first written to, readable by its owner only. */
  root: string;
  now?: () => number;
}

/** By the place of a skill, not by its name: two of the same name have two histories. */
function keyOf(folder: string): string {
  const name = basename(folder).replaceAll(/[^a-zA-Z0-9-]/g, "_");
  return `${cutText(name, 40)}-${sha256(folder).slice(0, 16)}`;
}

async function readNote(place: string): Promise<VersionNote | undefined> {
  try {
    const parsed = versionNote.safeParse(JSON.parse(await readFile(join(place, noteFile), "utf8")));
    return parsed.data;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

export function createVersionStore({ root, now = Date.now }: VersionStoreOptions): VersionStore {
  const placeOf = (folder: string): string => join(root, keyOf(folder));

  async function numbers(place: string): Promise<number[]> {
    try {
      const names = await readdir(place);
      return names
        .filter((name) => /^[1-9]\d*$/.test(name))
        .map(Number)
        .sort((a, b) => b - a);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return [];
      throw error;
    }
  }

  async function list(folder: string): Promise<VersionNote[]> {
    const place = placeOf(folder);
    const notes: VersionNote[] = [];
    for (const number of await numbers(place)) {
      const note = await readNote(join(place, String(number)));
      if (note) notes.push(note);
    }
    return notes;
  }

  async function write(place: string, note: VersionNote, content: FolderContent): Promise<void> {
    const temporary = join(place, `.${randomUUID()}.tmp`);
    try {
      await mkdir(temporary, { mode: 0o700 });
      // Where a link pointed is in the note: none lies in the store.
      await writeContent(join(temporary, contentFolder), { ...content, links: [] }, { isPrivate: true });
      await writeAtomic(join(temporary, noteFile), `${JSON.stringify(note, undefined, 2)}\n`);
      await rename(temporary, join(place, String(note.version)));
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  async function keep(folder: string, change: ChangeNote): Promise<VersionNote> {
    const place = placeOf(folder);
    await ensureFolder(place);
    return withFileLock(join(place, "versions"), async () => {
      const content = await readContent(folder);
      const digest = digestContent(content);
      const [newest] = await list(folder);
      if (newest?.digest === digest) return newest;
      const [last = 0] = await numbers(place);
      const { why, ...rest } = change;
      const note: VersionNote = {
        format: 1,
        version: last + 1,
        at: now(),
        ...rest,
        ...(why === undefined ? {} : { why: cutText(why, maxWhy) }),
        folder,
        digest,
        ...listContent(content),
      };
      await write(place, note, content);
      for (const old of (await numbers(place)).slice(maxVersions))
        await rm(join(place, String(old)), { recursive: true, force: true });
      return note;
    });
  }

  return {
    keep,
    list,
    async around(folder, change, work) {
      await keep(folder, { action: "found", by: "person" });
      const result = await work();
      return { result, kept: await keep(folder, change) };
    },
    read: (note) => readStored(join(placeOf(note.folder), String(note.version), contentFolder), note),
  };
}
