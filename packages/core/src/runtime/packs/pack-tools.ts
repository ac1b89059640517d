import { homedir } from "node:os";
import { join } from "node:path";
import { createHome } from "../../environment/home.ts";
import { openPack } from "../../pack/open-pack.ts";
import { readPackFile } from "../../pack/read-pack-file.ts";
import type { PackKey, VerifiedPack } from "../../pack/verified-pack.ts";
import { verifyPack } from "../../pack/verify-pack.ts";
import { writePackFile, writePackFolder } from "../../pack/write-pack.ts";
import type { Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import { cliPackTexts } from "../../protocol/text/cli-pack.ts";
import { packSkill, type PackedSkill, type PackSkillOptions } from "./pack-skill.ts";

export interface PackToolsOptions {
  env: Readonly<Record<string, string | undefined>>;
  language: Language;
}

/** Making and reading pack files. Nothing is installed and no one is trusted by any of it. */
export interface PackTools {
  /** Makes a pack of a skill's folder; `write` puts it on disk. */
  pack(folder: string, options: PackSkillOptions): Promise<PackedSkill>;
  /** As a whole or not at all. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  /** What a file is and who signed it, without any key. */
  verify(file: string): Promise<VerifiedPack>;
  /** Writes the files of a pack to a folder that is not there yet or empty, as a whole or not at all. */
  unpack(
    pack: VerifiedPack,
    folder: string,
    options?: { key?: PackKey; signal?: AbortSignal },
  ): Promise<number>;
  /** What the person knows of a key; `undefined` where it was never seen. */
  findSigner(fingerprint: string): Promise<{ name?: string | undefined; trusted: boolean } | undefined>;
  words: AreaWords<(typeof cliPackTexts)["en"]>;
}

export function createPackTools({ env, language }: PackToolsOptions): PackTools {
  const home = createHome({ env, homedir: homedir() });
  return {
    pack: (folder, options) => packSkill(folder, options, { env, home, language }),
    write: writePackFile,
    verify: async (file) => verifyPack(await readPackFile(file, { language }), { language }),
    async unpack(pack, folder, { key, signal } = {}) {
      const files = await openPack(pack, key, { language });
      const isSealed = pack.content.sealed;
      await writePackFolder(folder, files, { language, private: isSealed, ...(signal ? { signal } : {}) });
      return files.length;
    },
    async findSigner(fingerprint) {
      const { createSigners } = await import("./signers.ts");
      const { createInstallWords } = await import("./install-words.ts");
      const { root } = home;
      const signers = createSigners({
        file: join(root, "signers.json"),
        folder: root,
        words: createInstallWords(language),
      });
      return signers.find(fingerprint);
    },
    words: createAreaWords(cliPackTexts, language),
  };
}
