import type { Translate } from "../../protocol/index.ts";
import { planListing } from "../../skill/render/list-skills.ts";
import { wordReason } from "../../skill/render/word-reason.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { WhyNot } from "../../skill/skill.ts";
import type { ModelContext } from "./model-context.ts";
import { grantPlace, type SkillGrants } from "./skill-grants.ts";
import type { LibraryState } from "./skill-library.ts";
import type { SkillUsage } from "./skill-usage.ts";

/** One candidate for a prompt. */
export interface WhySkill {
  id: string;
  name: string;
  layer: string;
  /** Place in the list, from 1. */
  rank: number;
  /** How well its texts fit the prompt; 0 where they share no word. */
  score: number;
  /** Whether the model is told of it at once. */
  offered: boolean;
  reason?: WhyNot;
  detail?: string;
  /** The reason in words. */
  message?: string;
  /** Of its whole folder; told for the first ones, of which it can be read. */
  digest?: string;
}

/** What a new session that begins with a prompt would be told about skills, and why. */
export interface WhySkills extends ModelContext {
  /** How many characters the list may weigh, and how many it does. */
  budget: number;
  used: number;
  /** All skills, the first in rank first. */
  skills: WhySkill[];
}

const maxDigests = 20;

/** `undefined` where the folder cannot be read as a whole. */
async function digestOf(grants: SkillGrants, place: string): Promise<string | undefined> {
  try {
    return (await grants.look(place)).digest;
  } catch (error) {
    if (!SkillFileError.is(error) && typeof (error as { code?: unknown }).code !== "string") throw error;
    return undefined;
  }
}

export interface WhyOptions {
  prompt: string;
  context: ModelContext;
  usage: SkillUsage;
  grants: SkillGrants;
  t: Translate;
}

/** Ranks and chooses exactly as a session does when it begins. */
export async function whySkills({ catalog }: LibraryState, options: WhyOptions): Promise<WhySkills> {
  const { prompt, context, usage, grants, t } = options;
  const plan = planListing(catalog, {
    form: "tool-description",
    contextTokens: context.contextTokens,
    query: prompt,
    usage,
    t,
  });
  const entries = new Map(catalog.entries.map((entry) => [entry.skill.id, entry]));
  const skills: WhySkill[] = [];
  for (const { id, rank, score, offered, reason } of plan.perSkill) {
    const entry = entries.get(id);
    if (!entry) continue;
    const { skill, detail } = entry;
    const digest = rank <= maxDigests ? await digestOf(grants, grantPlace(skill)) : undefined;
    skills.push({
      id,
      name: skill.label,
      layer: skill.layer,
      rank,
      score,
      offered,
      ...(reason === undefined
        ? {}
        : { reason, message: wordReason({ reason, ...(detail === undefined ? {} : { detail }) }, t) }),
      ...(reason === undefined || detail === undefined ? {} : { detail }),
      ...(digest === undefined ? {} : { digest }),
    });
  }
  return { ...context, budget: plan.budgetChars, used: plan.usedChars, skills };
}
