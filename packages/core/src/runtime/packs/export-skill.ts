import { lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { PackFile } from "../../pack/pack-file.ts";
import type { Translate } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import { findSkillFile } from "./describe-files.ts";
import { refuseInstall, type InstallWords } from "./install-words.ts";
import { placeTrees } from "./place-trees.ts";
import { toPortableText } from "./portable-text.ts";
import { readFolder } from "./source/read-folder.ts";
import type { LeftOut } from "./source/source.ts";
import { writeZip } from "./write-zip.ts";

export interface ExportOptions {
  /** Where the skill is looked for, and what a relative `output` begins at. */
  folder: string;
  /** A folder that holds it afterwards, or a file that ends in `.zip`. */
  output: string;
  /** `plain` (default): the skill's folder. `plugin`: an Agent Plugin with it. */
  as?: "plain" | "plugin";
}

export interface ExportedSkill {
  name: string;
  /** What was written: the skill's folder, the plugin's, or the zip. */
  path: string;
  as: "plain" | "plugin";
  files: number;
  leftOut: LeftOut[];
}

async function assertFree(path: string, words: InstallWords): Promise<void> {
  const isTaken = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isTaken) throw refuseInstall(words("export.exists", { path }));
}

function pluginManifest(skill: Skill): Uint8Array {
  const { name, description, fields } = skill;
  const manifest = {
    $schema: "https://agentplugins.org/schema/1.0/plugin.json",
    name,
    ...(description === "" ? {} : { description }),
    ...(fields.version === undefined ? {} : { version: fields.version }),
    ...(fields.license === undefined ? {} : { license: fields.license }),
  };
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
}

async function writeNew(path: string, bytes: Uint8Array, words: InstallWords): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, bytes, { flag: "wx" });
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST")
      throw refuseInstall(words("export.exists", { path }), error);
    throw error;
  }
}

/**
 * Writes a skill so that other clients can use it: its SKILL.md portable, all other files as they are. Links are left
 * out. Nothing is overwritten; a sealed skill is refused.
 */
export async function exportSkill(
  skill: Skill,
  isSealed: boolean,
  { folder, output, as = "plain" }: ExportOptions,
  { words, t }: { words: InstallWords; t: Translate },
): Promise<ExportedSkill> {
  const { name } = skill;
  if (isSealed) throw refuseInstall(words("export.sealed", { name }));
  if (skill.command !== undefined) throw refuseInstall(words("export.command", { name }));
  const { files: found, leftOut } = await readFolder(skill.folder, words);
  const own = findSkillFile(found);
  const text = own && toPortableText(own.bytes, name, t);
  if (!own || text === undefined) throw refuseInstall(words("source.noSkill", { source: skill.folder }));
  const written = found.map((file) =>
    file === own ? { ...file, path: "SKILL.md", bytes: new TextEncoder().encode(text) } : file,
  );
  const prefix = as === "plugin" ? `skills/${name}/` : "";
  const files: PackFile[] = [
    ...(as === "plugin" ? [{ path: "plugin.json", bytes: pluginManifest(skill), executable: false }] : []),
    ...written.map((file) => ({ ...file, path: `${prefix}${file.path}` })),
  ];
  const target = resolve(folder, output);
  if (/\.zip$/i.test(target)) {
    await assertFree(target, words);
    const inZip = as === "plugin" ? files : files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
    await writeNew(target, await writeZip(inZip), words);
    return { name, path: target, as, files: files.length, leftOut };
  }
  const place = resolve(target, name);
  await assertFree(place, words);
  await placeTrees(target, [{ target: place, files }], async () => undefined);
  return { name, path: place, as, files: files.length, leftOut };
}
