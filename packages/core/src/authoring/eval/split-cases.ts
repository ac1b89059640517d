import { hashToUnit } from "./seeded-random.ts";

export type Part = "training" | "held-out";

export interface SplitOptions {
  /** The part that no writer sees, from 0 to 1. */
  share: number;
  seed: number;
}

export const defaultSplit: SplitOptions = { share: 0.4, seed: 1 };

/**
 * Which cases are held out. It depends on the seed and the id of a case alone, so that a case stays where it is when
 * others come and go. Only where a part would be empty, the case nearest to the border changes sides.
 */
export function splitCases(ids: readonly string[], { share, seed }: SplitOptions): Map<string, Part> {
  const ordered = [...new Set(ids)]
    .map((id) => ({ id, place: hashToUnit(String(seed), id) }))
    .sort((a, b) => a.place - b.place);
  const below = ordered.filter(({ place }) => place < share).length;
  const isSplit = share > 0 && share < 1 && ordered.length > 1;
  const count = isSplit ? Math.min(Math.max(below, 1), ordered.length - 1) : below;
  return new Map(ordered.map(({ id }, index) => [id, index < count ? "held-out" : "training"]));
}
