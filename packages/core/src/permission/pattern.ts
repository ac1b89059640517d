import { posix } from "node:path";
import { literalOf, matchSigns, matchStars, readSigns, type Sign } from "./wildcard.ts";

/** How the text between the brackets of a rule is compared. */
export type Pattern =
  /** Exactly this. */
  | { kind: "exact"; text: string }
  /** `npm test:*` and `npm test *`: this, alone or with more words after it. */
  | { kind: "prefix"; text: string }
  | { kind: "wildcard"; signs: Sign[] };

/** `*` stands for anything, `\*` for itself; `:*` or ` *` at the end for any further words. */
export function readPattern(text: string): Pattern {
  const stem = /^(.*[^\\\s])(?::\*| \*)$/s.exec(text)?.[1];
  const stemText = stem === undefined ? undefined : literalOf(readSigns(stem, "*"));
  if (stemText !== undefined) return { kind: "prefix", text: stemText.replaceAll(/\s+/g, " ") };
  const signs = readSigns(text, "*");
  const literal = literalOf(signs);
  return literal === undefined ? { kind: "wildcard", signs } : { kind: "exact", text: literal };
}

export function matchPattern(pattern: Pattern, text: string): boolean {
  if (pattern.kind === "exact") return pattern.text === text;
  if (pattern.kind === "prefix") return text === pattern.text || text.startsWith(`${pattern.text} `);
  return matchSigns(pattern.signs, text);
}

/** The words a pattern demands to be there, up to its first star. */
export function fixedStart(pattern: Pattern): string {
  if (pattern.kind !== "wildcard") return pattern.text;
  const end = pattern.signs.findIndex((sign) => "star" in sign);
  return literalOf(pattern.signs.slice(0, end)) ?? "";
}

/**
 * A path in a rule: absolute (`/a`, `//a`), in the home folder (`~/a`), or relative to the workspace. `*` and
 * `?` stay within one name, `**` crosses folders, a folder with `/` at its end means all that is in it.
 */
export interface PathPattern {
  from: "root" | "home" | "top";
  names: readonly Sign[][];
  /** The same in lower case: refusing knows no case. */
  lower: readonly Sign[][];
  /** The pattern has a single name: refusing rules find it at any depth. */
  single: boolean;
}

/** `**` as a whole name. */
export const anyDepth: Sign[] = [{ star: true }, { star: true }];

export function isAnyDepth(name: readonly Sign[]): boolean {
  return name.length === 2 && name.every((sign) => "star" in sign);
}

export function readPathPattern(text: string): PathPattern {
  const from = text.startsWith("/") ? "top" : text === "~" || text.startsWith("~/") ? "home" : "root";
  const rest = (from === "home" ? text.slice(1) : text).replace(/\/$/, "/**");
  const names = posix
    .normalize(`/${rest}`)
    .split("/")
    .filter((name) => name !== "")
    .map((name) => (name === "**" ? anyDepth : readSigns(name, "*?")));
  const lower = names.map((name) =>
    name.map((sign) => ("is" in sign ? { is: sign.is.toLowerCase() } : sign)),
  );
  return { from, names, lower, single: from === "root" && names.length === 1 && !text.startsWith("./") };
}

export interface Places {
  root: string | undefined;
  home: string;
}

export function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

function matchNames(pattern: readonly Sign[][], names: readonly string[]): boolean {
  return matchStars(pattern, names, isAnyDepth, matchSigns);
}

/** Where a pattern starts; undefined: nobody knows. */
export function baseOf(pattern: PathPattern, places: Places): string | undefined {
  return pattern.from === "top" ? "" : pattern.from === "home" ? places.home : places.root;
}

/** For allowing: the path itself, in the case it is written in. */
export function allowsPath(pattern: PathPattern, path: string, places: Places): boolean {
  const base = baseOf(pattern, places);
  if (base === undefined) return false;
  const names = namesOf(path);
  const start = namesOf(base);
  if (!start.every((name, i) => names[i] === name)) return false;
  return matchNames(pattern.names, names.slice(start.length));
}

/** For refusing: without case, what lies below the path too, a single name anywhere. */
export function refusesPath(pattern: PathPattern, path: string, places: Places): boolean {
  const base = baseOf(pattern, places);
  const { lower } = pattern;
  const names = namesOf(path.toLowerCase());
  const start = base === undefined ? undefined : namesOf(base.toLowerCase());
  if (pattern.single || start === undefined) return matchNames([anyDepth, ...lower, anyDepth], names);
  if (!start.every((name, i) => names[i] === name)) return false;
  return matchNames([...lower, anyDepth], names.slice(start.length));
}

/** The one path a pattern without stars names. */
export function exactPath(pattern: PathPattern, places: Places): string | undefined {
  const base = baseOf(pattern, places);
  const names = pattern.names.map(literalOf);
  return base === undefined || names.includes(undefined)
    ? undefined
    : [...(base === "/" ? [""] : [base]), ...names].join("/");
}

/** `domain:x` means x and what is under it, never a name that merely ends or starts alike. */
export function matchesDomain(domain: string, url: string, isRefusing: boolean): boolean {
  if (!URL.canParse(url)) return isRefusing;
  const host = new URL(url).hostname.toLowerCase();
  const name = isRefusing ? host.replace(/\.+$/, "") : host;
  const wanted = domain.toLowerCase().replace(/^\*\./, "");
  return name === wanted || name.endsWith(`.${wanted}`);
}
