import type { Data } from "../skill.ts";
import { createDataMap, isDataMap, type DataMap } from "./data-map.ts";
import { maxDataDepth, maxDataValues } from "./limits.ts";
import { readYaml } from "./read-yaml.ts";

/**
 * What `metadata` says to us: under `skillmint` as a map, or as a text of JSON or YAML (strict tools want texts), or
 * in keys such as `skillmint.restrict`. `undefined`: it says something that cannot be read.
 */
export function readOptions(metadata: DataMap): DataMap | undefined {
  const options = createDataMap();
  const whole = metadata["skillmint"];
  const read = typeof whole === "string" && whole.trim() !== "" ? readText(whole) : whole;
  if (isDataMap(read)) Object.assign(options, read);
  else if (read !== undefined && read !== "") return undefined;
  else if (whole !== undefined && read === undefined) return undefined;
  for (const [key, value] of Object.entries(metadata))
    if (key.startsWith("skillmint.")) setDotted(options, key.split(".").slice(1), value);
  return options;
}

function setDotted(options: DataMap, path: readonly string[], value: Data): void {
  const [first = "", ...rest] = path;
  if (first === "") return;
  if (rest.length === 0) {
    options[first] = value;
    return;
  }
  const inner = options[first];
  const map = isDataMap(inner) ? inner : createDataMap();
  options[first] = map;
  if (rest.length < maxDataDepth) setDotted(map, rest, value);
}

function readText(text: string): Data | undefined {
  try {
    return fromJson(JSON.parse(text), { left: maxDataValues }, 0);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return readYaml(text).data;
  }
}

function fromJson(value: unknown, budget: { left: number }, depth: number): Data | undefined {
  if (depth > maxDataDepth || budget.left-- <= 0) return undefined;
  if (value === null) return "";
  if (typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => fromJson(item, budget, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const map = createDataMap();
  for (const [key, inner] of Object.entries(value)) {
    const data = fromJson(inner, budget, depth + 1);
    if (data === undefined) return undefined;
    map[key] = data;
  }
  return map;
}
