import type { AuthoringWords } from "../../authoring/words.ts";
import type { Home } from "../../environment/home.ts";
import { SkillmintError } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import { findSealedPack } from "../packs/pack-record.ts";

/** Refuses a sealed skill: what is on disk of it is no skill, and would be judged or measured in its place. */
export async function assertOpen(
  home: Pick<Home, "packs">,
  skill: Skill,
  words: AuthoringWords,
): Promise<void> {
  const { name, folder } = skill;
  if ((await findSealedPack(home.packs, folder)) === undefined) return;
  throw new SkillmintError("skill-refused", { params: { name }, detail: words("authoring.sealed") });
}
