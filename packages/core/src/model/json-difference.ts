import type { Json } from "./cassette-normal.ts";

export interface Difference {
  /** `messages[2].content[0].text` */
  path: string;
  /** Both values, shortened to where they differ; undefined where there is none. */
  recorded: string | undefined;
  current: string | undefined;
}

const shown = 60;

/** The first place where two values differ, in the order in which one would read them. */
export function firstDifference(
  recorded: Json | undefined,
  current: Json | undefined,
  path = "",
): Difference | undefined {
  if (Array.isArray(recorded) && Array.isArray(current)) {
    for (let index = 0; index < Math.max(recorded.length, current.length); index++) {
      const found = firstDifference(recorded[index], current[index], `${path}[${index}]`);
      if (found) return found;
    }
    return undefined;
  }
  if (isObject(recorded) && isObject(current)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(current)])) {
      const found = firstDifference(recorded[key], current[key], path === "" ? key : `${path}.${key}`);
      if (found) return found;
    }
    return undefined;
  }
  if (typeof recorded === "string" && typeof current === "string") {
    if (recorded === current) return undefined;
    let same = 0;
    while (same < recorded.length && recorded[same] === current[same]) same++;
    return { path, recorded: excerpt(recorded, same), current: excerpt(current, same) };
  }
  if (JSON.stringify(recorded) === JSON.stringify(current)) return undefined;
  return { path, recorded: brief(recorded), current: brief(current) };
}

export function describeDifference({ path, recorded, current }: Difference): string {
  return `${path}: ${recorded ?? "∅"} → ${current ?? "∅"}`;
}

/** A text, quoted, around the place where it begins to differ. */
function excerpt(text: string, from: number): string {
  const start = from < shown / 2 ? 0 : from - Math.floor(shown / 3);
  const cut = text.slice(start, start + shown);
  return `${start > 0 ? "…" : ""}${JSON.stringify(cut)}${start + shown < text.length ? "…" : ""}`;
}

function brief(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > shown * 2 ? `${text.slice(0, shown * 2)}…` : text;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
