import type { Data } from "../skill.ts";
import { goesOn } from "./line-cursor.ts";
import { createDataMap, isDataMap, type DataMap } from "./data-map.ts";
import { hasColon, isPlainStart, trimSpaces } from "./simple-scalar.ts";
import { readYaml } from "./read-yaml.ts";
import { readSimpleYaml } from "./simple-yaml.ts";
import { splitEntries, type Entry } from "./split-entries.ts";

/** More keys than this at the left edge are no frontmatter. */
const maxEntries = 500;

/**
 * The first repair: values at the left edge that stand on one line and have an unquoted `: ` are quoted. Everything
 * else stays as it is. `undefined` where there is none.
 */
export function quoteColons(text: string): string | undefined {
  const lines = text.split("\n");
  let isChanged = false;
  for (const [at, line] of lines.entries()) {
    const key = /^[A-Za-z_][\w.-]{0,99}:(?= )/.exec(line)?.[0];
    if (key === undefined) continue;
    const value = trimSpaces(line, key.length, line.length);
    const comment = value.indexOf(" #");
    const said = comment === -1 ? value : trimSpaces(value, 0, comment);
    if (!isPlainStart(value[0]) || !hasColon(said) || goesOn({ lines, at }, 0)) continue;
    lines[at] = `${key} '${value.replaceAll("'", "''")}'`;
    isChanged = true;
  }
  return isChanged ? lines.join("\n") : undefined;
}

export interface Recovered {
  data: DataMap;
  /** Keys whose value nobody can be sure of, with their line from 0. */
  dropped: { key: string; line: number }[];
}

/**
 * The wider repair: each key of the left edge on its own. What is YAML by itself is kept, a text that is not is taken
 * as it is written, and what was meant as a list or a map and is none is dropped.
 */
export function readPieces(text: string): Recovered | undefined {
  const entries = splitEntries(text);
  if (entries === undefined || entries.length === 0 || entries.length > maxEntries) return undefined;
  const data = createDataMap();
  const dropped: Recovered["dropped"] = [];
  for (const entry of entries) {
    const value = readEntry(entry);
    if (value === undefined) dropped.push({ key: entry.key, line: entry.line });
    else data[entry.key] = value;
  }
  return { data, dropped };
}

function readEntry(entry: Entry): Data | undefined {
  const piece = [`value: ${entry.value}`, ...entry.below].join("\n");
  const simple = readSimpleYaml(piece);
  if (simple !== undefined && Object.keys(simple.data).length === 1) return simple.data["value"];
  const { data } = readYaml(piece);
  if (isDataMap(data) && Object.keys(data).length === 1 && "value" in data) return data["value"];
  return readAsText(entry);
}

/** The words of an entry that is no YAML, where they can only be a text. */
function readAsText({ key, value, below }: Entry): string | undefined {
  const isText = textKeys.has(key.toLowerCase().replaceAll(/[-_]/g, ""));
  if (below.length > 0 && !isText) return undefined;
  if (/^[[{]/.test(value) && !/[\]}]/.test(value)) return undefined;
  const isBlock = /^[|>][-+]?$/.test(value);
  const all = [...(isBlock ? [] : [value]), ...below.map((line) => line.trim())];
  // What follows a blank line of a broken text is as often something else as more of it.
  const end = isBlock || /^["']/.test(value) ? -1 : all.indexOf("", 1);
  const lines = end === -1 ? all : all.slice(0, end);
  const joined = foldLines(lines);
  const quote = joined[0];
  const isQuoted = (quote === '"' || quote === "'") && joined.length > 1 && joined.endsWith(quote);
  const inner = isQuoted ? joined.slice(1, -1) : joined;
  return isQuoted && quote === '"' ? inner.replaceAll(/\\(["\\])/g, "$1") : inner;
}

function foldLines(lines: readonly string[]): string {
  let text = "";
  let blanks = 0;
  for (const line of lines) {
    if (line === "") {
      blanks++;
      continue;
    }
    text += text === "" ? line : (blanks === 0 ? " " : "\n".repeat(blanks)) + line;
    blanks = 0;
  }
  return text;
}

/** Keys whose value is a text, however it looks. */
const textKeys = new Set([
  "name",
  "description",
  "whentouse",
  "license",
  "compatibility",
  "argumenthint",
  "version",
  "model",
]);
