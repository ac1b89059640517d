import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillmintError } from "@skillmint/core/protocol";

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

export interface NewFile {
  skill: { name: string; folder: string };
  /** The folder of the skill that it goes into. */
  folder: "tests" | "evals";
  name: string;
  text: string;
}

/**
 * Writes a file that is not there yet. Refused with `skill-refused` where it is, or where the folder leads out of the
 * skill.
 */
export async function writeNewFile({ skill, folder, name, text }: NewFile): Promise<string> {
  const refuse = (path: string): SkillmintError =>
    new SkillmintError("skill-refused", { params: { name: skill.name }, detail: path });
  const wanted = join(await realpath(skill.folder), folder);
  await mkdir(wanted).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  if ((await realpath(wanted)) !== wanted) throw refuse(wanted);
  const path = join(wanted, name);
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    throw refuse(path);
  }
  return path;
}
