import { editDistance } from "../protocol/index.ts";

const longestCompared = 200;

/**
 * The `n` names nearest to a word, best first: case does not count, names that contain the word come before
 * equally distant ones that do not. Names equally near keep the order they were given in.
 */
export function nearestNames(word: string, names: readonly string[], n = 3): string[] {
  const wanted = word.slice(0, longestCompared).toLowerCase();
  const scored = names.map((name) => {
    const candidate = name.slice(0, longestCompared).toLowerCase();
    const distance = editDistance(wanted, candidate);
    const contained = wanted.length > 1 && (candidate.includes(wanted) || wanted.includes(candidate));
    return { name, score: contained ? Math.min(distance, 1 + distance / longestCompared) : distance };
  });
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, n)
    .map((entry) => entry.name);
}
