import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PackFile } from "../../pack/pack-file.ts";
import type { VerifiedPack } from "../../pack/verified-pack.ts";
import { verifyPack } from "../../pack/verify-pack.ts";
import { SkillmintError, type Language } from "../../protocol/index.ts";
import { systemCode } from "../../skill/discover/folders.ts";
import { packPlaces } from "./install-places.ts";
import type { InstallWords } from "./install-words.ts";
import type { LockedSkill } from "./lock-file.ts";
import { readRecord } from "./pack-record.ts";
import { isStub } from "./sealed/stub.ts";
import { readFolder } from "./source/read-folder.ts";
import { digestTree } from "./tree-digest.ts";

/** What differs from what was installed, in words. */
export class PackChanged extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PackChanged";
  }
}

export interface VerifyInstalledOptions {
  packs: string;
  language: Language;
  words: InstallWords;
  /** What the person's lockfile says of it. */
  locked(name: string): Promise<LockedSkill | undefined>;
}

export interface InstalledPacks {
  /**
   * Makes sure that an installed pack is what was signed and installed, to the last file, and says what it is. Nothing
   * is read again while no file of it changed. Fails with `PackChanged`.
   */
  verify(name: string): Promise<VerifiedPack>;
}

/** Made by interpreters beside the programs they run: of no pack, and never worth keeping. */
const madeByRunning = "__pycache__";

/** Size, times and identity of every file: differs where any of them was written, replaced, added or taken away. */
async function stampOf(root: string): Promise<string> {
  const parts: string[] = [];
  const folders = [""];
  for (let parent = folders.shift(); parent !== undefined; parent = folders.shift()) {
    const entries = await readdir(join(root, parent), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      const { size, ctimeMs, mtimeMs, ino, mode } = await stat(join(root, path));
      parts.push([path, entry.isFile() ? "file" : "other", size, ctimeMs, mtimeMs, ino, mode].join("\0"));
    }
  }
  return parts.join("\n");
}

async function removeMade(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries)
    if (entry.isDirectory() && entry.name === madeByRunning)
      await rm(join(entry.parentPath, entry.name), { recursive: true, force: true });
}

export function createInstalledPacks(options: VerifyInstalledOptions): InstalledPacks {
  const { packs, language, words, locked } = options;
  const known = new Map<string, { stamp: string; verified: VerifiedPack }>();

  function compare(name: string, expected: readonly PackFile[], found: readonly PackFile[]): void {
    const wanted = new Map(expected.map((file) => [file.path, file]));
    for (const { path, bytes, executable } of found) {
      const own = wanted.get(path);
      wanted.delete(path);
      if (!own) throw changed(name, words("installed.more", { path }));
      const isSame = Buffer.from(own.bytes).equals(bytes);
      if (!isSame || (own.executable !== executable && process.platform !== "win32"))
        throw changed(name, words("installed.file", { path }));
    }
    const [missing] = wanted.keys();
    if (missing !== undefined) throw changed(name, words("installed.less", { path: missing }));
  }

  const changed = (name: string, what: string): PackChanged =>
    new PackChanged(words("installed.changed", { name, what }));

  async function readPack(name: string): Promise<VerifiedPack> {
    const { file } = packPlaces(packs, name);
    try {
      return await verifyPack(await readFile(file), { language });
    } catch (error) {
      if (!SkillmintError.is(error) && systemCode(error) === undefined) throw error;
      throw changed(name, words("installed.pack"));
    }
  }

  async function verifyWhole(name: string): Promise<VerifiedPack> {
    const places = packPlaces(packs, name);
    const [record, entry, verified] = await Promise.all([
      readRecord(packs, name),
      locked(name),
      readPack(name),
    ]);
    const isOurs =
      record?.digest === verified.digest &&
      record.signer === verified.signer.fingerprint &&
      verified.manifest.name === name &&
      (entry === undefined || entry.signer === verified.signer.fingerprint);
    const { content, manifest } = verified;
    const promised = content.sealed ? `sha256:${verified.digest}` : digestTree(content.files);
    if (!isOurs || (entry !== undefined && entry.digest !== promised))
      throw changed(name, words("installed.pack"));
    await removeMade(places.skills);
    const { files, leftOut } = await readFolder(places.skills, words, { all: true });
    const [strange] = leftOut;
    if (strange) throw changed(name, words("installed.more", { path: strange.path }));
    if (content.sealed) {
      const [stub, ...more] = files;
      if (stub?.path !== `${name}/SKILL.md` || !isStub(stub.bytes, manifest))
        throw changed(name, words("installed.file", { path: "SKILL.md" }));
      if (more[0]) throw changed(name, words("installed.more", { path: more[0].path }));
    } else {
      const expected = content.files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
      compare(name, expected, files);
    }
    return verified;
  }

  return {
    async verify(name) {
      const { root } = packPlaces(packs, name);
      let stamp: string;
      try {
        stamp = await stampOf(root);
      } catch (error) {
        if (systemCode(error) === undefined) throw error;
        throw new PackChanged(words("installed.gone", { name }));
      }
      const before = known.get(name);
      if (before?.stamp === stamp) return before.verified;
      known.delete(name);
      const verified = await verifyWhole(name);
      // The stamp from before: what changed meanwhile is seen the next time.
      known.set(name, { stamp, verified });
      return verified;
    },
  };
}
