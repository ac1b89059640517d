import { editDistance } from "../../protocol/index.ts";

const longest = 64;

/** The names that someone may have meant, the likeliest first: those a few letters away, then those that contain it. */
export function nearestNames(names: readonly string[], text: string, count: number): string[] {
  const wanted = text.slice(0, longest);
  if (wanted === "") return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(names)]
    .flatMap((name) => {
      const part = name.includes(wanted) || (name.length > 2 && wanted.includes(name));
      const isFar = Math.abs(name.length - wanted.length) > limit;
      const distance = part ? limit : isFar ? limit + 1 : editDistance(wanted, name.slice(0, longest));
      return distance > limit ? [] : [{ name, distance }];
    })
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}
