/** What a run has: the skill, not the skill, or another version of it. The names are those of public tools. */
export const arms = ["with_skill", "without_skill", "old_skill"] as const;
export type Arm = (typeof arms)[number];

/** How the skill gets into a run: as its own skill, or offered in the catalog like any other. */
export type SkillUse = "own" | "offered";
