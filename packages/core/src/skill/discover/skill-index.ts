import type { BigIntStats } from "node:fs";
import { sep } from "node:path";
import { readIndexFile, writeIndexFile } from "./index-file.ts";
import type { Sighting } from "./sighting.ts";
import { reviveHead, type SkillHead } from "./skill-head.ts";

/**
 * What reading each file gave, so that an unchanged one need not be read again. It only ever saves work: whatever
 * is not certain counts as unknown.
 */
export interface SkillIndex {
  /** What was read of files, if they are certainly still the same. `language` is that of the diagnostics. */
  get(files: IndexedFiles, language: string): SkillHead | undefined;
  /** What the open files said of themselves, and a time before the first was opened. */
  set(files: IndexedFiles, language: string, head: SkillHead, readAt: number): void;
  /**
   * Writes what is new, if anything is; what lies in the folders of `last` and was not met there is dropped. Never
   * fails: an index that cannot be written is only slower.
   */
  save(last: LastLook): Promise<void>;
  readonly isChanged: boolean;
}

/** SKILL.md and what else was read with it. */
export type IndexedFiles = Pick<Sighting, "file" | "stats" | "sidecar">;

/** What the latest look came upon. */
export interface LastLook {
  folders: readonly string[];
  files(): Iterable<string>;
}

interface Entry {
  mark: string;
  readAt: number;
  /** Of the diagnostics; empty where there are none. */
  language: string;
  head: SkillHead;
}

/** Coarser than any file system keeps its times. */
const marginMs = 2_000;
const maxEntries = 100_000;

function markStats({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

function markOf({ stats, sidecar }: IndexedFiles): string {
  return sidecar === undefined ? markStats(stats) : `${markStats(stats)} ${markStats(sidecar.stats)}`;
}

function isOld({ ctimeMs, mtimeMs }: BigIntStats, readAt: number): boolean {
  return Number(ctimeMs) < readAt - marginMs && Number(mtimeMs) < readAt - marginMs;
}

/** A file that changed about when it was read may have changed again without showing it. */
function isSettled({ stats, sidecar }: IndexedFiles, readAt: number): boolean {
  return isOld(stats, readAt) && (sidecar === undefined || isOld(sidecar.stats, readAt));
}

function parseEntry(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value)) return undefined;
    const [mark, readAt, language, rest] = value as unknown[];
    const head = reviveHead(rest);
    const isWhole = typeof mark === "string" && typeof readAt === "number" && typeof language === "string";
    return isWhole && head !== undefined ? { mark, readAt, language, head } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `edition` is whatever else reading depends on, the version of the product: another one starts anew. */
export function createSkillIndex(options: { file?: string; edition: string }): SkillIndex {
  const entries = new Map<string, Entry>();
  /** Lines of the file that nobody asked for yet. */
  let stored: Map<string, string> | undefined;
  let isChanged = false;
  let isBroken = options.file === undefined;
  const fromFile = (file: string): Entry | undefined => {
    if (options.file === undefined) return undefined;
    stored ??= readIndexFile(options.file, options.edition);
    const line = stored.get(file);
    if (line === undefined) return undefined;
    stored.delete(file);
    const entry = parseEntry(line);
    if (entry) entries.set(file, entry);
    return entry;
  };
  return {
    get(files, language) {
      const entry = entries.get(files.file) ?? fromFile(files.file);
      if (!entry || entry.mark !== markOf(files) || !isSettled(files, entry.readAt)) return undefined;
      return entry.language === "" || entry.language === language ? entry.head : undefined;
    },
    set(files, language, head, readAt) {
      const words = head.diagnostics.length > 0 ? language : "";
      entries.set(files.file, { mark: markOf(files), readAt, language: words, head });
      // Not worth a write: it would be read again anyway.
      if (isSettled(files, readAt)) isChanged = true;
    },
    async save(last) {
      if (!isChanged || isBroken || options.file === undefined) return;
      isChanged = false;
      stored ??= readIndexFile(options.file, options.edition);
      drop(last, [entries, stored]);
      isBroken = !(await writeIndexFile(options.file, options.edition, linesOf(entries, stored)));
    },
    get isChanged() {
      return isChanged && !isBroken;
    },
  };
}

function drop({ folders, files }: LastLook, maps: readonly Map<string, unknown>[]): void {
  const met = new Set(files());
  const prefixes = folders.map((folder) => folder + sep);
  for (const map of maps) {
    for (const file of map.keys()) {
      if (!met.has(file) && prefixes.some((prefix) => file.startsWith(prefix))) map.delete(file);
    }
  }
}

/** Newest first, so that a limit cuts off what was not met for long. */
function* linesOf(
  entries: ReadonlyMap<string, Entry>,
  stored: ReadonlyMap<string, string>,
): Generator<[string, string]> {
  let count = 0;
  for (const [file, { mark, readAt, language, head }] of entries) {
    if (++count > maxEntries) return;
    yield [file, JSON.stringify([mark, readAt, language, head])];
  }
  for (const [file, line] of stored) {
    if (++count > maxEntries) return;
    yield [file, line];
  }
}
