import type { Data } from "../skill.ts";
import { createDataMap, isDataMap, type DataMap } from "./data-map.ts";
import { maxFrontmatterLength } from "./limits.ts";
import { quoteColons, readPieces } from "./repair-frontmatter.ts";
import { readYaml, type YamlProblem } from "./read-yaml.ts";
import { readSimpleYaml } from "./simple-yaml.ts";

/** What became of frontmatter. Lines are those of the frontmatter, from 1. */
export interface Frontmatter {
  /** `undefined`: it cannot be understood. */
  data: DataMap | undefined;
  problem?: "too-long" | "not-a-mapping" | YamlProblem;
  /** It is not YAML; this is what it was taken for. */
  repair?: "quoted" | "pieces";
  /** Keys that stand twice; the last one counts. */
  duplicates: { key: string; line: number }[];
  /** Keys that no repair could read. */
  dropped: { key: string; line: number }[];
}

/**
 * Frontmatter as data, in the order of repair that other clients use: as YAML, then with unquoted colons quoted, then
 * key by key. Never throws; linear in the text but for the library's own work, which the limits bound.
 */
export function readFrontmatter(text: string): Frontmatter {
  if (text.length > maxFrontmatterLength)
    return { data: undefined, problem: "too-long", duplicates: [], dropped: [] };
  const simple = readSimpleYaml(text);
  if (simple === undefined) return readWithLibrary(text);
  const duplicates = simple.duplicates.map(({ key, line }) => ({ key, line: line + 1 }));
  const [repaired] = simple.repaired;
  if (repaired === undefined) return { data: simple.data, duplicates, dropped: [] };
  return {
    data: simple.data,
    problem: { code: "BLOCK_AS_IMPLICIT_KEY", message: "", line: repaired + 1 },
    repair: "quoted",
    duplicates,
    dropped: [],
  };
}

/** The same without the reader for simple frontmatter: slower, and the measure for it. */
export function readWithLibrary(text: string): Frontmatter {
  const first = readYaml(text);
  if (first.data !== undefined) return takeMap(first.data, first.isEmpty, duplicatesOf(first));
  const [problem] = first.problems;
  const found = problem === undefined ? {} : { problem };
  const quoted = quoteColons(text);
  const second = quoted === undefined ? undefined : readYaml(quoted);
  if (second?.data !== undefined)
    return { ...takeMap(second.data, false, duplicatesOf(second)), ...found, repair: "quoted" };
  const pieces = readPieces(quoted ?? text);
  if (pieces === undefined || typeof pieces.data["description"] !== "string")
    return { data: undefined, ...found, duplicates: [], dropped: [] };
  const dropped = pieces.dropped.map(({ key, line }) => ({ key, line: line + 1 }));
  return { data: pieces.data, ...found, repair: "pieces", duplicates: [], dropped };
}

function duplicatesOf({ features }: ReturnType<typeof readYaml>): Frontmatter["duplicates"] {
  return features
    .filter((feature) => feature.kind === "duplicate")
    .map(({ name, line }) => ({ key: name, line }));
}

function takeMap(data: Data, isEmpty: boolean, duplicates: Frontmatter["duplicates"]): Frontmatter {
  if (isEmpty) return { data: createDataMap(), duplicates, dropped: [] };
  if (isDataMap(data)) return { data, duplicates, dropped: [] };
  return { data: undefined, problem: "not-a-mapping", duplicates, dropped: [] };
}
