import { isRecord } from "./read-expectation.ts";

const pattern = /^\/(.+)\/([imsu]*)$/s;

/**
 * Whether an input has what is wanted of it: every named part, objects by their named parts, lists element by element.
 * A wanted text is part of the text that is there; between slashes it is a pattern.
 */
export function matchesInput(wanted: unknown, given: unknown): boolean {
  if (typeof wanted === "string") {
    if (typeof given !== "string") return false;
    const [, source, flags] = pattern.exec(wanted) ?? [];
    return source === undefined ? given.includes(wanted) : new RegExp(source, flags).test(given);
  }
  if (Array.isArray(wanted))
    return (
      Array.isArray(given) &&
      wanted.length === given.length &&
      wanted.every((value, index) => matchesInput(value, given[index]))
    );
  if (isRecord(wanted))
    return isRecord(given) && Object.entries(wanted).every(([key, value]) => matchesInput(value, given[key]));
  return Object.is(wanted, given);
}
