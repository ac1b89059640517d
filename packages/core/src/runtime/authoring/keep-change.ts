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

/** Does a change of one's own skill between two states that are kept. */
export async function keepAround(
  home: Pick<Home, "root">,
  skill: Skill,
  change: ChangeNote,
  work: () => Promise<void>,
): Promise<void> {
  const versions = openVersionStore(home);
  const { folder } = skill;
  if (isOwn(skill)) await unlessTooLarge(() => versions.keep(folder, { action: "found", by: "person" }));
  await work();
  if (isOwn(skill)) await unlessTooLarge(() => versions.keep(folder, change));
}

/** Keeps the first state of a skill. */
export async function keepCreated(home: Pick<Home, "root">, folder: string): Promise<void> {
  const versions = openVersionStore(home);
  const real = await realpath(folder);
  await unlessTooLarge(() => versions.keep(real, { action: "created", by: "person" }));
}
