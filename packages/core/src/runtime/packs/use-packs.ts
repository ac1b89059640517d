import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { PreparedSkill } from "../../agent/skills/skill-source.ts";
import type { Home } from "../../environment/home.ts";
import type { Secrets } from "../../environment/secrets.ts";
import { createTranslate, explain, SkillmintError, type Language } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import { createInstallWords } from "./install-words.ts";
import { createLockFile } from "./lock-file.ts";
import { createPackKeys } from "./pack-key.ts";
import { readRecord } from "./pack-record.ts";
import { createSealBox, type SealBox } from "./sealed/seal-box.ts";
import { createSealedPacks, type SealedPacks } from "./sealed/sealed-packs.ts";
import { createSigners } from "./signers.ts";
import { createInstalledPacks, PackChanged } from "./verify-installed.ts";
import { packPlaces } from "./install-places.ts";

export interface UsePacksOptions {
  home: Home;
  language: Language;
  secrets: Pick<Secrets, "getSecret" | "setSecret" | "removeSecret">;
}

/** Installed packs in use: checked when a skill of theirs is activated, and open as long as the process lasts. */
export interface OpenedPacks {
  prepare(skill: Skill, name: string): Promise<PreparedSkill | undefined>;
  look(folder: string): Promise<{ digest: string; files: { path: string; digest: string }[] } | undefined>;
  withheld(name: string): Promise<string | undefined>;
  sealed: SealedPacks;
  box: SealBox;
  shown(name: string): string;
  unrecordable(name: string): string;
  /** Why a pack cannot be used, in words. */
  explain(error: Error): string;
}

export async function usePacks({ home, language, secrets }: UsePacksOptions): Promise<OpenedPacks> {
  const words = createInstallWords(language);
  const packs = await realpath(home.packs).catch(() => home.packs);
  const lock = createLockFile(join(home.root, "skills.lock"), words);
  const signers = createSigners({ file: join(home.root, "signers.json"), folder: home.root, words });
  const installed = createInstalledPacks({
    packs,
    language,
    words,
    locked: async (name) => (await lock.read())[name],
  });
  const box = createSealBox({ root: home.root, secrets });
  const sealed = createSealedPacks({
    packs,
    installed,
    keys: createPackKeys(secrets),
    box,
    language,
    words,
    t: createTranslate(language),
  });

  /** The sealed pack whose files are at a place in memory, whether they are there now or not. */
  async function findSealed(folder: string): Promise<{ name: string; digest: string } | undefined> {
    for (const [name, { kind, sealed: isSealed }] of Object.entries(await lock.read())) {
      if (kind !== "pack" || !isSealed) continue;
      const record = await readRecord(packs, name);
      if (!record) continue;
      const places = [await sealed.placeOf(name), packPlaces(packs, name).skill];
      if (places.includes(folder)) return { name, digest: record.digest };
    }
    return undefined;
  }

  return {
    sealed,
    box,
    unrecordable: (name) => words("sealed.unrecordable", { name }),
    shown: (name) => words("sealed.shown", { name }),
    async prepare(skill, name) {
      const { content } = await installed.verify(name);
      return content.sealed ? sealed.prepare(skill, name) : undefined;
    },
    async look(folder) {
      const pack = await findSealed(folder);
      return pack && { digest: pack.digest, files: [] };
    },
    async withheld(name) {
      const record = await readRecord(packs, name);
      const fingerprint = record?.signer ?? "";
      const signer = await signers.find(fingerprint);
      return signer?.trusted ? undefined : words("signer.withheld", { fingerprint });
    },
    explain: (error) =>
      SkillmintError.is(error)
        ? explain(error, language)
        : error instanceof PackChanged
          ? error.message
          : words("installed.changed", { name: "", what: error.message }),
  };
}
