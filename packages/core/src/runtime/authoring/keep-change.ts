import { realpath } from "node:fs/promises";
import type { ChangeNote } from "../../authoring/versions/version-note.ts";
import type { Home } from "../../environment/home.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { Skill } from "../../skill/skill.ts";
import { isOwn, openVersionStore } from "./versions.ts";

/** A folder that is too large to be kept can be changed all the same. */
async function unlessTooLarge(keep: () => Promise<unknown>): Promise<void> {
  try {
    await keep();
  } catch (error) {
    if (!SkillFileError.is(error)) throw error;
  }
}

/** Does a change of one's own skills between two states of each that are kept. Others are changed all the same. */
export async function keepAround<T>(
  home: Pick<Home, "root">,
  skills: readonly Skill[],
  change: ChangeNote,
  work: () => Promise<T>,
): Promise<T> {
  const versions = openVersionStore(home);
  const keep = async (note: ChangeNote): Promise<void> => {
    for (const skill of skills.filter(isOwn)) await unlessTooLarge(() => versions.keep(skill.folder, note));
  };
  await keep({ action: "found", by: "person" });
  const result = await work();
  await keep(change);
  return result;
}

/** Keeps the first state of a skill. */
export async function keepCreated(home: Pick<Home, "root">, folder: string): Promise<void> {
  const versions = openVersionStore(home);
  const real = await realpath(folder);
  await unlessTooLarge(() => versions.keep(real, { action: "created", by: "person" }));
}
