import { SkillmintError } from "../../protocol/index.ts";
import type { Slot } from "./ledger.ts";

/** What was used up together. Numbers that nobody knows are 0; `unpriced` requests are in no cost. */
export interface UsageSum {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
  /** US dollars. */
  cost: number;
  requests: number;
  unpriced: number;
  runs: number;
  /** How long runs took; those of sub-agents are inside their parents'. */
  timeMs: number;
}

/** A part of what was used up. `skill` is null where none was followed. */
export interface UsageRow extends UsageSum {
  /** `2026-01-31` */
  day: string;
  model: string;
  skill: string | null;
}

export interface UsageBreakdown {
  total: UsageSum;
  /** In order. */
  days: (UsageSum & { day: string })[];
  /** The most tokens first, and so are skills. */
  models: (UsageSum & { model: string })[];
  skills: (UsageSum & { skill: string | null })[];
  /** The finest there is, by day. */
  rows: UsageRow[];
}

const emptySum = (): UsageSum => ({
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
  cost: 0,
  requests: 0,
  unpriced: 0,
  runs: 0,
  timeMs: 0,
});

const fields = Object.keys(emptySum()) as (keyof UsageSum)[];

function add(sum: UsageSum, more: UsageSum): void {
  for (const field of fields) sum[field] += more[field];
}

function toSum({ usage, requests, unpriced, runs, timeMs }: Slot): UsageSum {
  const { input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0, cost = 0 } = usage;
  return { input, output, cacheRead, cacheWrite, reasoning, cost, requests, unpriced, runs, timeMs };
}

/** Names the day that a time belongs to in a zone. Refused with `usage` where there is no such zone. */
function createDays(zone: string): (at: number) => string {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  } catch (cause) {
    throw new SkillmintError("usage", { params: { message: (cause as Error).message }, cause });
  }
  const known = new Map<number, string>();
  return (at) => {
    const named = known.get(at) ?? format.format(at);
    known.set(at, named);
    return named;
  };
}

function group<K extends "day" | "model" | "skill">(rows: readonly UsageRow[], key: K) {
  const groups = new Map<UsageRow[K], UsageSum & Pick<UsageRow, K>>();
  for (const row of rows) {
    const known = groups.get(row[key]) ?? { ...emptySum(), ...({ [key]: row[key] } as Pick<UsageRow, K>) };
    groups.set(row[key], known);
    add(known, row);
  }
  return [...groups.values()];
}

const byTokens = (a: UsageSum, b: UsageSum): number => b.input + b.output - a.input - a.output;

const compare = (a: string | null, b: string | null): number =>
  (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0;

function toRows(slots: Iterable<Slot>, zone: string): UsageRow[] {
  const dayOf = createDays(zone);
  const rows = new Map<string, UsageRow>();
  for (const slot of slots) {
    const day = dayOf(slot.at);
    const { model, skill = null } = slot;
    const key = JSON.stringify([day, model, skill]);
    const row = rows.get(key) ?? { day, model, skill, ...emptySum() };
    rows.set(key, row);
    add(row, toSum(slot));
  }
  return [...rows.values()].sort((a, b) => compare(a.day, b.day) || byTokens(a, b));
}

/** Adds up slots by day, model and skill. */
export function sumSlots(slots: Iterable<Slot>, zone: string): UsageBreakdown {
  const rows = toRows(slots, zone);
  const total = emptySum();
  for (const row of rows) add(total, row);
  return {
    total,
    days: group(rows, "day"),
    models: group(rows, "model").sort((a, b) => byTokens(a, b) || compare(a.model, b.model)),
    skills: group(rows, "skill").sort((a, b) => byTokens(a, b) || compare(a.skill, b.skill)),
    rows,
  };
}
