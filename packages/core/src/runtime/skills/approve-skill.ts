import { expandFolders } from "../../agent/skills/activate-skill.ts";
import { SkillmintError, type Translate } from "../../protocol/index.ts";
import { describeChange } from "../../skill/grants/describe-change.ts";
import { readSkill } from "../../skill/read-skill.ts";
import { wordReason } from "../../skill/render/word-reason.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { Skill } from "../../skill/skill.ts";
import { grantPlace, isApproved, readSkillTexts, type SkillGrants } from "./skill-grants.ts";

/** What a skill asks for in `allowed-tools`, and whether a person approved it for the folder as it is now. */
export interface SkillApproval {
  id: string;
  name: string;
  folder: string;
  rules: string[];
  /** False where nobody trusts the folder that brought it: nothing of it can be approved. */
  trusted: boolean;
  approved: boolean;
  /** Of the whole folder; what is approved is bound to it. */
  digest: string;
  /** When another state of the folder was approved: how it differs from the one of now. */
  change?: string;
}

function refuse(skill: Skill, detail: string): SkillmintError {
  return new SkillmintError("skill-refused", { params: { name: skill.name }, detail });
}

async function look(skill: Skill, grants: SkillGrants, t: Translate) {
  try {
    return await grants.look(grantPlace(skill));
  } catch (error) {
    if (!SkillFileError.is(error)) throw error;
    throw refuse(skill, error.explain(t));
  }
}

/** How it stands with a skill's grants. Refused for a folder that cannot be read as a whole. */
export async function findApproval(skill: Skill, grants: SkillGrants, t: Translate): Promise<SkillApproval> {
  const place = grantPlace(skill);
  // Before the rules are read: what changes in between is seen when they are approved.
  const now = await look(skill, grants, t);
  const { fields, diagnostics, state } = await readSkill(skill, t);
  if (state === "unreadable") throw refuse(skill, diagnostics.map(({ message }) => message).join("; "));
  const rules = (fields.allowedTools ?? []).map((rule) => expandFolders(rule, skill));
  const before = await grants.find(place);
  const { id, name, trusted } = skill;
  const approval = { id, name, trusted, folder: place, rules, digest: now.digest };
  const approved: boolean = isApproved(before, { digest: now.digest, rules });
  if (approved || !before || before.digest === now.digest) return { ...approval, approved };
  const texts = await readSkillTexts(place, now.files);
  return { ...approval, approved, change: describeChange(before, { ...now, texts }, t).diff };
}

/**
 * Approves exactly what a person was shown. Refused where the folder changed since, and for a skill of a folder that
 * nobody trusts.
 */
export async function approveSkill(
  skill: Skill,
  shown: Pick<SkillApproval, "digest" | "rules">,
  grants: SkillGrants,
  t: Translate,
  withheld?: string,
): Promise<SkillApproval> {
  if (withheld !== undefined) throw refuse(skill, withheld);
  if (!skill.trusted) throw refuse(skill, wordReason({ reason: "untrusted" }, t));
  const { digest, rules } = shown;
  if ((await look(skill, grants, t)).digest !== digest) throw refuse(skill, t("cliSkills.changedMeanwhile"));
  await grants.approve(grantPlace(skill), { name: skill.name, digest, rules });
  return findApproval(skill, grants, t);
}
