import type { Data } from "../skill.ts";

/** A map of frontmatter. Without a prototype: `__proto__` and `constructor` are keys like any other. */
export type DataMap = { [key: string]: Data };

export function createDataMap(): DataMap {
  return { __proto__: null } as unknown as DataMap;
}

export function isDataMap(data: Data | undefined): data is DataMap {
  return typeof data === "object" && !Array.isArray(data);
}
