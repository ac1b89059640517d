import { basename } from "node:path";
import type { FoundSkill } from "../skill.ts";

/** What must be remembered of a skill to see later what became of it. Plain JSON. */
export interface SkillMark {
  /** Its folder; of a command, its file. */
  key: string;
  name: string;
  description: string;
  stamp: string;
}

export interface SkillChanges {
  added: SkillMark[];
  changed: SkillMark[];
  /** As they were. */
  removed: SkillMark[];
}

export function markSkill(skill: FoundSkill & { name?: string; description?: string }): SkillMark {
  return {
    key: skill.command === undefined ? skill.folder : skill.file,
    name: skill.name ?? skill.fields.name ?? basename(skill.folder),
    description: skill.description ?? skill.fields.description ?? "",
    stamp: skill.stamp ?? `${skill.bytes}-${skill.modifiedAt}`,
  };
}

/** What was added, changed and removed, each in the order of the list it stands in. */
export function diffSkills(before: readonly SkillMark[], after: readonly SkillMark[]): SkillChanges {
  const old = new Map(before.map((mark) => [mark.key, mark]));
  const added: SkillMark[] = [];
  const changed: SkillMark[] = [];
  for (const mark of after) {
    const known = old.get(mark.key);
    old.delete(mark.key);
    if (known === undefined) added.push(mark);
    else if (known.stamp !== mark.stamp || known.name !== mark.name || known.description !== mark.description)
      changed.push(mark);
  }
  return { added, changed, removed: [...old.values()] };
}
