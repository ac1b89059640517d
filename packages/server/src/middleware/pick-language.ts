import { languages, type Language } from "@skillmint/core/protocol";

/** The first of ours among what somebody reads, by how much they like each; none where they say nothing that we have. */
export function pickLanguage(header: string | undefined): Language | undefined {
  const wanted = (header ?? "")
    .slice(0, 1_000)
    .split(",", 20)
    .map((part, index) => {
      const [tag = "", ...rest] = part.split(";");
      const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(rest[0] ?? "q=1")?.[1] ?? 0);
      return { base: tag.trim().toLowerCase().split("-")[0] ?? "", weight, index };
    });
  const [best] = wanted
    .filter(({ base, weight }) => weight > 0 && languages.some((language) => language.split("-")[0] === base))
    .toSorted((one, other) => other.weight - one.weight || one.index - other.index);
  return best && languages.find((language) => language.split("-")[0] === best.base);
}
