import { basename, join } from "node:path";
import { createTranslate, type Language } from "../../protocol/index.ts";
import { createPack } from "../../pack/create-pack.ts";
import { loadSigningKey, openOwnKey, type OwnKey } from "../../pack/load-signing-key.ts";
import { createPackFault, type PackFault } from "../../pack/pack-error.ts";
import type { PackFile } from "../../pack/pack-file.ts";
import { readSkillFolder } from "../../pack/read-skill-folder.ts";
import type { SigningKey } from "../../pack/signing-key.ts";
import type { PackSeal, VerifiedPack } from "../../pack/verified-pack.ts";
import { verifyPack } from "../../pack/verify-pack.ts";
import type { Home } from "../../environment/home.ts";
import { parseSkill } from "../../skill/parse/parse-skill.ts";
import type { Finding } from "../../skill/validate/finding.ts";
import { validateText } from "../../skill/validate/validate-text.ts";
import { describeSkill } from "./describe-skill.ts";
import { findSealedPack } from "./pack-record.ts";

export interface PackSkillOptions {
  /** Absent: an open pack. */
  seal?: PackSeal;
  /** An SSH key file. Absent: a key of the person's own, which is made when it is first needed. */
  signWith?: string;
}

export interface PackSkillPlace {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
}

export interface PackedSkill {
  bytes: Uint8Array;
  /** What a reader without the key will see. */
  pack: VerifiedPack;
  files: number;
  /** What of the folder did not go in: hidden files, `node_modules` and the like. */
  leftOut: string[];
  warnings: Finding[];
  /** The person's own key signed it. */
  ownKey?: Omit<OwnKey, "key">;
}

/**
 * Makes a pack of a skill's folder. What is validated is what is packed. Fails with `pack-failed` (`skillErrors`) for a
 * skill with errors, (`sealedSkill`) for what stands on disk for a sealed pack, and as `createPack`, `readSkillFolder` and `loadSigningKey` do.
 */
export async function packSkill(
  folder: string,
  { seal, signWith }: PackSkillOptions,
  { env, home, language }: PackSkillPlace,
): Promise<PackedSkill> {
  const fault = createPackFault(language);
  const sealed = await findSealedPack(home.packs, folder);
  if (sealed !== undefined)
    throw fault("pack-failed", "sealedSkill", { name: basename(folder), file: sealed });
  const { files, leftOut } = await readSkillFolder(folder, { language });
  const { about, warnings } = readSkillFile(folder, files, language, fault);
  const own =
    signWith === undefined ? await openOwnKey(join(home.root, "keys"), { env, language }) : undefined;
  const key: SigningKey = own?.key ?? (await loadSigningKey(signWith ?? "", { env, language }));
  const bytes = await createPack({ files, about, key, language, ...(seal ? { seal } : {}) });
  return {
    bytes,
    pack: await verifyPack(bytes, { language }),
    files: files.length,
    leftOut,
    warnings,
    ...(own ? { ownKey: { file: own.file, created: own.created } } : {}),
  };
}

function readSkillFile(folder: string, files: readonly PackFile[], language: Language, fault: PackFault) {
  const named = files.filter(({ path }) => /^skill\.md$/i.test(path));
  const file = named.find(({ path }) => path === "SKILL.md") ?? named[0];
  if (!file) throw fault("pack-invalid", "noSkill");
  const t = createTranslate(language);
  const folderName = basename(folder);
  const {
    name = folderName,
    valid,
    errors,
    warnings,
  } = validateText(file.bytes, folderName, { profile: "claude", t });
  if (!valid) {
    const lines = errors.map(({ code, message }) => `  ${code}: ${message}`);
    throw fault("pack-failed", "skillErrors", { name, errors: lines.join("\n") });
  }
  const { fields } = parseSkill(file.bytes, { path: join(folder, file.path), folderName, t });
  return { about: describeSkill(fields, name.trim().normalize("NFKC")), warnings };
}
