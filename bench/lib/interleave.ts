import { median } from "./stats.ts";

/** Runs all works in turn, over and over, so that what else goes on meets them alike: their medians in ms. */
export async function interleave<K extends string>(
  rounds: number,
  works: Record<K, () => Promise<unknown>>,
): Promise<Record<K, number>> {
  const names = Object.keys(works) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  // One round beforehand, for what is loaded and compiled once.
  for (const name of names) await works[name]();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      await works[name]();
      times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<K, number>;
}
