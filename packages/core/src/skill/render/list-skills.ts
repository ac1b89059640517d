import { createTranslate, type Translate } from "../../protocol/index.ts";
import type { Catalog } from "../catalog/build-catalog.ts";
import type { SkillUsage } from "../rank/mix-by-usage.ts";
import { createRanker, type Ranked, type Ranker } from "../rank/rank-skills.ts";
import type { Skill, WhyNot } from "../skill.ts";
import {
  describeSkill,
  listGap,
  listHead,
  writeSkill,
  type ListedSkill,
  type ListForm,
} from "./prompt-forms.ts";
import { listingBudget, weigh } from "./weigh-text.ts";

export interface ListingOptions {
  /** The size of the model's context; it decides the budget. */
  contextTokens: number;
  /** What the person asked for: what fits it goes first. */
  query: string;
  usage?: SkillUsage;
  form: ListForm;
  t?: Translate;
  /** A ranker of the catalog's skills, where there is one already. */
  ranker?: Ranker;
  /** `awareness`: the names of a skill's files. Asked only for skills that are told. */
  files?(skill: Skill): readonly string[];
  /** `direct`: a skill's instructions, best fits first. Asked only for skills that are told. */
  body?(skill: Skill): string;
}

/** The list of skills for one agent, and what became of each skill. */
export interface Listing {
  form: ListForm;
  /** Empty where no skill is accessible. */
  text: string;
  /** What the Skill tool's parameter may be; `undefined`: any text, because not all names fit. */
  names: string[] | undefined;
  listed: { id: string; withDescription: boolean }[];
  /** How many accessible skills are not in the text. */
  unlisted: number;
  budgetChars: number;
  /** What text and names weigh together (see `weigh`); never more than `budgetChars`. */
  usedChars: number;
  /** Every skill of the catalog by rank. */
  perSkill: { id: string; rank: number; score: number; offered: boolean; reason?: WhyNot }[];
}

const hasTool = (form: ListForm): boolean => form === "tool-description" || form === "tool";

interface Draft {
  listed: ListedSkill;
  weight: number;
}

/** A name costs its line and, where names are an enum, its place there. */
function enumWeight(skill: Skill): number {
  return weigh(JSON.stringify(skill.name)) + 1;
}

/**
 * Chooses what an agent is told about its skills. Names go first, by rank, up to half the budget: while all fit, the
 * Skill tool takes one of them; beyond that only the best are told and `search` finds the rest. Then come
 * descriptions (or instructions), by rank, wherever one still fits.
 */
export function planListing(catalog: Catalog, options: ListingOptions): Listing {
  const { form, t = createTranslate("en") } = options;
  const budget = listingBudget(options.contextTokens);
  const reasons = new Map(catalog.entries.map((entry) => [entry.skill.id, entry]));
  const ranker = options.ranker ?? createRanker(catalog.entries.map((entry) => entry.skill));
  const ranked = ranker.rank(options.query, options.usage);
  const accessible = ranked.filter(({ skill }) => reasons.get(skill.id)?.accessible === true);

  const plan = accessible.length === 0 ? undefined : choose(accessible, options, budget, t);
  const offered = new Set(plan?.drafts.map(({ listed }) => listed.skill.id));
  return {
    form,
    text: plan?.text ?? "",
    names: plan === undefined || plan.isEnum ? accessible.map(({ skill }) => skill.name) : undefined,
    listed: (plan?.drafts ?? []).map(({ listed }) => ({
      id: listed.skill.id,
      withDescription: listed.description !== undefined,
    })),
    unlisted: accessible.length - offered.size,
    budgetChars: budget,
    usedChars: plan?.used ?? 0,
    perSkill: ranked.map(({ skill, rank, score }) => {
      if (offered.has(skill.id)) return { id: skill.id, rank, score, offered: true };
      const reason = reasons.get(skill.id)?.reason ?? "budget";
      return { id: skill.id, rank, score, offered: false, reason };
    }),
  };
}

function choose(
  accessible: readonly Ranked[],
  options: ListingOptions,
  budget: number,
  t: Translate,
): { drafts: Draft[]; text: string; isEnum: boolean; used: number } {
  const { form } = options;
  const gap = weigh(listGap(form));
  const draft = (listed: ListedSkill): Draft => ({
    listed,
    weight: weigh(writeSkill(form, listed, t)) + gap,
  });
  const head = listHead(form, t);
  const tail = (count: number): string =>
    t(hasTool(form) ? "skillCatalog.list.more" : "skillCatalog.list.unlisted", { count });
  const tailWeight = weigh(tail(accessible.length)) + gap;

  const room = budget / 2 - weigh(head);
  const bare: Draft[] = [];
  let lines = 0;
  let names = 0;
  for (const { skill } of accessible) {
    const next = draft({ skill });
    if (next.weight > room - tailWeight) continue;
    bare.push(next);
    lines += next.weight;
    names += hasTool(form) ? enumWeight(skill) : 0;
    if (lines > room) break;
  }
  const isEnum = bare.length === accessible.length && lines + names <= room;
  const kept = isEnum ? bare : takeFitting(bare, room - tailWeight);
  const fixed = weigh(head) + (isEnum ? names : tailWeight);
  const sum = kept.reduce((total, { weight }) => total + weight, 0);
  let left = budget - fixed - sum;
  const drafts = kept.map((before) => {
    const { skill } = before.listed;
    const description = describeSkill(skill);
    const files = options.files?.(skill);
    const short = draft({ skill, description, ...(files && { files }) });
    const body = form === "direct" ? options.body?.(skill) : undefined;
    const full = body === undefined || body === "" ? undefined : draft({ ...short.listed, body });
    const best = [full, short].find((more) => more !== undefined && more.weight - before.weight <= left);
    if (best === undefined) return before;
    left -= best.weight - before.weight;
    return best;
  });
  const parts = drafts.map(({ listed }) => writeSkill(form, listed, t));
  const missing = accessible.length - drafts.length;
  const text = head + [...parts, ...(missing > 0 ? [tail(missing)] : [])].join(listGap(form));
  return { drafts, text, isEnum, used: weigh(text) + (isEnum ? names : 0) };
}

/** From the front as many as fit. */
function takeFitting(drafts: readonly Draft[], room: number): Draft[] {
  const taken: Draft[] = [];
  let left = room;
  for (const draft of drafts) {
    if (draft.weight > left) break;
    left -= draft.weight;
    taken.push(draft);
  }
  return taken;
}
