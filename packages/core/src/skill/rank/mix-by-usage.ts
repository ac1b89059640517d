import type { Skill } from "../skill.ts";

/** How often and when each skill was last used, by id. */
export type SkillUsage = Readonly<Record<string, { count: number; lastAt: number }>>;

interface Scored {
  skill: Skill;
  score: number;
}

/** Of every four places two go to what fits the query, one to what was used lately, one to what was never used. */
const turns = ["fitting", "fitting", "used", "unused"] as const;

/**
 * Reorders a list that is sorted by score. What was never used is not pushed out by what was, so that a skill that
 * nobody could see yet can still be seen; newer files come first among them. The best fit stays the first.
 */
export function mixByUsage<T extends Scored>(list: readonly T[], usage: SkillUsage): T[] {
  const usageOf = (item: T) => (Object.hasOwn(usage, item.skill.id) ? usage[item.skill.id] : undefined);
  const isUsed = (item: T): boolean => (usageOf(item)?.count ?? 0) > 0;
  const queues = {
    fitting: list.filter((item) => item.score > 0),
    used: list
      .filter(isUsed)
      .sort(
        (a, b) =>
          (usageOf(b)?.lastAt ?? 0) - (usageOf(a)?.lastAt ?? 0) ||
          (usageOf(b)?.count ?? 0) - (usageOf(a)?.count ?? 0),
      ),
    unused: list.filter((item) => !isUsed(item)).sort((a, b) => b.skill.modifiedAt - a.skill.modifiedAt),
  };
  const next = { fitting: 0, used: 0, unused: 0 };
  const taken = new Set<T>();
  for (let turn = 0; taken.size < list.length; turn++) {
    const kind = turns[turn % turns.length] ?? "fitting";
    const queue = queues[kind];
    while (next[kind] < queue.length && taken.has(queue[next[kind]] as T)) next[kind]++;
    const item = queue[next[kind]];
    if (item !== undefined) taken.add(item);
  }
  return [...taken];
}
