import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "./folder-chain.ts";

/** More than anyone can read; the rest counts for nothing here. */
const maxSkills = 20_000;

async function holdsSkill(folder: string): Promise<boolean> {
  const names = (await ifThere(readdir(folder))) ?? [];
  const file = names.find((name) => name.toLowerCase() === "skill.md");
  return file !== undefined && (await ifThere(stat(join(folder, file))))?.isFile() === true;
}

/** The names of the folders with a SKILL.md, without reading any: what an environment brings, in words. */
export async function listSkillFolders(folder: string): Promise<string[]> {
  const names = ((await ifThere(readdir(folder))) ?? []).slice(0, maxSkills);
  const found: string[] = [];
  for (const name of names.sort()) if (await holdsSkill(join(folder, name))) found.push(name);
  return found;
}
