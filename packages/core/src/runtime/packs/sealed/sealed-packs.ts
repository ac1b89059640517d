import { randomUUID } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { PreparedSkill } from "../../../agent/skills/skill-source.ts";
import { openPack } from "../../../pack/open-pack.ts";
import type { PackFile } from "../../../pack/pack-file.ts";
import type { VerifiedPack } from "../../../pack/verified-pack.ts";
import type { Language, Translate } from "../../../protocol/index.ts";
import { parseSkill } from "../../../skill/parse/parse-skill.ts";
import type { Skill } from "../../../skill/skill.ts";
import type { Sealing } from "../../../tool/sealing.ts";
import { findMemoryPlace, openMemoryFolder, type MemoryFolder } from "../../../workspace/memory-folder.ts";
import { isInside } from "../../../workspace/resolve-path.ts";
import { findSkillFile } from "../describe-files.ts";
import { packPlaces } from "../install-places.ts";
import type { InstallWords } from "../install-words.ts";
import type { PackKeys } from "../pack-key.ts";
import { writeTree } from "../place-trees.ts";
import { readFolder } from "../source/read-folder.ts";
import { digestTree } from "../tree-digest.ts";
import { PackChanged, type InstalledPacks } from "../verify-installed.ts";
import { markContent, type ContentMarks } from "./content-marks.ts";
import type { SealBox } from "./seal-box.ts";

export interface SealedPacksOptions {
  /** The folder of installed packs. */
  packs: string;
  installed: InstalledPacks;
  keys: Pick<PackKeys, "get">;
  box: SealBox;
  language: Language;
  words: InstallWords;
  t: Translate;
  /** Where files can lie in memory; `undefined`: nowhere. Default: what the system has. */
  memory?: () => Promise<string | undefined>;
}

interface OpenedPack {
  name: string;
  digest: string;
  files: readonly PackFile[];
  /** Where its files are said to be. */
  folder: string;
  /** Where they really are; absent where there is no file system in memory. */
  memory?: MemoryFolder;
  marks: ContentMarks;
}

/** The sealed packs that are in use in this process. Their content is nowhere but in memory. */
export interface SealedPacks extends Omit<Sealing, "seal" | "open" | "shown" | "unrecordable"> {
  prepare(skill: Skill, name: string): Promise<PreparedSkill>;
  /** Where the files of a pack would be, open or not: the same in every process and for every version of it. */
  placeOf(name: string): Promise<string>;
  /** Folders that commands in a sandbox have to be able to read. */
  readable(): readonly string[];
  close(): Promise<void>;
}

export function createSealedPacks(options: SealedPacksOptions): SealedPacks {
  const { packs, installed, keys, box, language, words, t } = options;
  const opened = new Map<string, OpenedPack>();
  const opening = new Map<string, Promise<OpenedPack>>();
  let place: Promise<string | undefined> | undefined;
  const memoryPlace = () => (place ??= (options.memory ?? findMemoryPlace)());

  async function placeOf(name: string): Promise<string> {
    const memory = await memoryPlace();
    if (memory === undefined) return join(packPlaces(packs, name).root, "sealed", name);
    return join(memory, `skillmint-sealed-${await box.nameFor(name)}`, name);
  }

  /** Has exactly these files there: what another process put there is used, what was changed since is not. */
  async function fill(folder: string, files: readonly PackFile[]): Promise<void> {
    const now = await readFolder(folder, words, { all: true }).catch(() => undefined);
    if (now && now.leftOut.length === 0 && digestTree(now.files) === digestTree(files)) return;
    const fresh = `${folder}.${randomUUID()}`;
    await writeTree(fresh, files);
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  }

  async function openNow(verified: VerifiedPack): Promise<OpenedPack> {
    const { name } = verified.manifest;
    const key = await keys.get(name);
    if (!key) throw new PackChanged(words("installed.noKey", { name }));
    const files = await openPack(verified, key, { language });
    const folder = await placeOf(name);
    const memory = await memoryPlace();
    // An update lies where the version before it did.
    const held =
      opened.get(name)?.memory ?? (memory && (await openMemoryFolder(memory, await box.nameFor(name))));
    if (held) await fill(folder, files);
    return {
      name,
      digest: verified.digest,
      files,
      folder,
      marks: markContent(files),
      ...(held ? { memory: held } : {}),
    };
  }

  async function open(name: string): Promise<OpenedPack> {
    const verified = await installed.verify(name);
    const before = opened.get(name);
    if (before?.digest === verified.digest) {
      if (before.memory) await fill(before.folder, before.files);
      return before;
    }
    const key = `${name}\0${verified.digest}`;
    const running = opening.get(key) ?? openNow(verified);
    opening.set(key, running);
    try {
      const pack = await running;
      opened.set(name, pack);
      return pack;
    } finally {
      opening.delete(key);
    }
  }

  function findFile(path: string): { pack: OpenedPack; file?: PackFile } | undefined {
    const full = resolve(path);
    for (const pack of opened.values()) {
      if (!isInside(pack.folder, full)) continue;
      const way = relative(pack.folder, full).split(sep).join("/");
      const file = pack.files.find((each) => each.path === way);
      return { pack, ...(file ? { file } : {}) };
    }
    return undefined;
  }

  /** Strings of a call that could be paths. */
  function* stringsOf(value: unknown): Generator<string> {
    if (typeof value === "string") yield value;
    else if (value !== null && typeof value === "object")
      for (const inner of Object.values(value)) yield* stringsOf(inner);
  }

  return {
    placeOf,
    async prepare(skill, name) {
      const { folder, files, memory } = await open(name);
      const own = findSkillFile(files);
      const file = join(folder, own?.path ?? "SKILL.md");
      const parsed = parseSkill(own?.bytes ?? new Uint8Array(), { path: file, folderName: name, t });
      const others = files.filter((each) => each !== own).map(({ path }) => path);
      return {
        skill: { ...skill, folder, file, root: folder, fields: parsed.fields, extra: parsed.extra },
        sealed: {
          name,
          parsed,
          files: others,
          filesText: others.length === 0 ? "" : words("sealed.files", { files: others.join(", ") }),
          ...(memory ? {} : { note: words("sealed.noScripts") }),
        },
      };
    },
    async covers({ input, effect }, result) {
      if (result.sealed !== undefined) return result.sealed;
      if (opened.size === 0) return undefined;
      if (effect === "read")
        for (const text of stringsOf(input)) {
          const found = findFile(text);
          if (found) return found.pack.name;
        }
      const whole = result.file === undefined ? "" : await readFile(result.file, "utf8");
      for (const { name, marks } of opened.values()) {
        const isShown = result.content.some((part) =>
          part.type === "text" ? marks.isIn(part.text) : marks.isFile(part.data),
        );
        if (isShown || (whole !== "" && marks.isIn(whole))) return name;
      }
      return undefined;
    },
    read: async (path) => (isAbsolute(path) ? findFile(path)?.file?.bytes : undefined),
    outputFolder() {
      for (const { memory } of opened.values()) if (memory) return resolve(memory.path, "..");
      return undefined;
    },
    readable: () => [...opened.values()].flatMap(({ memory, folder }) => (memory ? [folder] : [])),
    async resume(names) {
      for (const name of names) {
        try {
          await open(name);
        } catch (error) {
          // Gone or changed: its files are not there, and the next activation says why.
          if (!(error instanceof Error)) throw error;
        }
      }
    },
    async close() {
      const all = [...opened.values()];
      opened.clear();
      for (const { memory } of all) await memory?.release();
    },
  };
}
