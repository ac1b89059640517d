import { splitArguments } from "./split-arguments.ts";

/** What may be filled into a skill's text. What is absent stays as it was written. */
export interface PlaceholderValues {
  /** The argument line as it was typed; absent or blank: none were given. */
  arguments?: string;
  /** The names of arguments, in order (`arguments` of frontmatter). */
  names?: readonly string[];
  sessionId?: string;
  effort?: string;
  skillDir?: string;
  projectDir?: string;
  pluginRoot?: string;
  pluginData?: string;
}

/** A placeholder in a text, and what is to stand there. */
export interface Filling {
  start: number;
  end: number;
  value: string;
  /** The parts of `value`, where it stands for several arguments. */
  words?: readonly string[];
  /** It stands for arguments. */
  isArgument: boolean;
}

const variables: Readonly<Record<string, (values: PlaceholderValues) => string | undefined>> = {
  SESSION_ID: (values) => values.sessionId,
  EFFORT: (values) => values.effort,
  SKILL_DIR: (values) => values.skillDir,
  PROJECT_DIR: (values) => values.projectDir,
  PLUGIN_ROOT: (values) => values.pluginRoot,
  PLUGIN_DATA: (values) => values.pluginData,
};

/** `$5.00` and `$1,000` are prices and `$1st` is neither: a number stands alone or is none of ours. */
const placeholder =
  /(?<!\$)(?:\$\{(?:CLAUDE|SKILLMINT)_(?<variable>[A-Z_]{1,20})\}|\$ARGUMENTS\[(?<index>\d{1,4})\]|\$(?<all>ARGUMENTS)(?!\w)|\$(?<number>\d{1,3})(?!\w|[.,]\d)|\$(?<name>[\p{L}_][\p{L}\p{N}_-]{0,63})|(?<base>\{baseDir\}))/gu;

interface Source {
  values: PlaceholderValues;
  line: string;
  words: readonly string[];
  /** The place of each named argument. */
  places: ReadonlyMap<string, number>;
}

type Found = Omit<Filling, "start">;

function readSource(values: PlaceholderValues): Source {
  const line = values.arguments?.trim() ?? "";
  const places = new Map<string, number>();
  for (const [place, name] of (values.names ?? []).entries()) if (!places.has(name)) places.set(name, place);
  return { values, line, words: splitArguments(line), places };
}

/** Finds all placeholders of a text. Values are not looked at, so nothing in them is ever found. */
export function findFillings(text: string, values: PlaceholderValues): Filling[] {
  const source = readSource(values);
  const fillings: Filling[] = [];
  for (const match of text.matchAll(placeholder)) {
    const found = resolve(match, source);
    if (found === undefined) continue;
    const start = match.index;
    fillings.push(
      isEscaped(text, start)
        ? { start: start - 1, end: start, value: "", isArgument: false }
        : { start, ...found },
    );
  }
  return fillings;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let at = place;
  while (at > 0 && text[at - 1] === "\\") at--;
  return (place - at) % 2 === 1;
}

function resolve(match: RegExpExecArray, source: Source): Found | undefined {
  const { variable, index, all, number, name, base } = match.groups ?? {};
  const end = match.index + match[0].length;
  const key = base === undefined ? variable : "SKILL_DIR";
  if (key !== undefined) {
    const value = Object.hasOwn(variables, key) ? variables[key]?.(source.values) : undefined;
    return value === undefined ? undefined : { end, value, isArgument: false };
  }
  if (all !== undefined) return { end, value: source.line, words: source.words, isArgument: true };
  if (name !== undefined) return resolveName(name, end, source);
  const value = source.words[Number(index ?? number)];
  return value === undefined ? undefined : { end, value, isArgument: true };
}

/** `$file-name` means `file-name` where that is a name, else `file`; `$filename` never means `file`. */
function resolveName(text: string, end: number, { places, words }: Source): Found | undefined {
  for (let length = text.length; length > 0; length = text.lastIndexOf("-", length - 1)) {
    const place = places.get(text.slice(0, length));
    if (place !== undefined)
      return { end: end - (text.length - length), value: words[place] ?? "", isArgument: true };
  }
  return undefined;
}

/** A text with its fillings in place, all at once. */
export function putFillings(text: string, fillings: readonly Filling[]): string {
  let at = 0;
  let result = "";
  for (const { start, end, value } of fillings) {
    result += text.slice(at, start) + value;
    at = end;
  }
  return result + text.slice(at);
}

/** What is added to a text that has no place for its arguments. */
export function appendedArguments(values: PlaceholderValues): string {
  const line = values.arguments?.trim() ?? "";
  return line === "" ? "" : `\n\nARGUMENTS: ${line}`;
}

/**
 * Fills a skill's text in one pass: `$ARGUMENTS`, `$ARGUMENTS[N]` and `$N` (from 0; one that was not given stays as it
 * is), `$name` (one that was not given is empty), `${CLAUDE_…}` or `${SKILLMINT_…}`, `{baseDir}`; `\$` keeps one of
 * them as it is. Values are never read again. Arguments that have no place are added at the end.
 */
export function fillPlaceholders(body: string, values: PlaceholderValues): string {
  const fillings = findFillings(body, values);
  const added = fillings.some(({ isArgument }) => isArgument) ? "" : appendedArguments(values);
  return putFillings(body, fillings) + added;
}
