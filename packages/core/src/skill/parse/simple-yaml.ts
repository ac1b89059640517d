import type { Data } from "../skill.ts";
import { createDataMap, type DataMap } from "./data-map.ts";
import { goesOn, indentOf, toContent, type LineCursor } from "./line-cursor.ts";
import { readBlockScalar } from "./simple-block.ts";
import { hasColon, isPlainStart, readFlowList, readQuoted, trimSpaces } from "./simple-scalar.ts";

export interface SimpleYaml {
  data: DataMap;
  /** Keys that stand there twice, with their line from 0; the last one counts. */
  duplicates: { key: string; line: number }[];
  /** Lines from 0 whose value has an unquoted `: ` and was taken as it is written: YAML refuses them. */
  repaired: number[];
}

interface Cursor extends LineCursor, Omit<SimpleYaml, "data"> {}

const maxDepth = 6;
const maxKeyLength = 100;

/** The key that begins here, of letters, digits and `_ - .` before a colon; empty where there is none. */
function takeKey(line: string, start: number): string {
  const end = line.indexOf(":", start);
  if (end === -1 || end - start > maxKeyLength || (line.length > end + 1 && line[end + 1] !== " ")) return "";
  const name = line.slice(start, end);
  return /^[A-Za-z_][\w.-]*$/.test(name) ? name : "";
}

/**
 * Reads what nearly all frontmatter is made of: maps by indent, lists of texts, texts on one or several lines. What
 * it gives is what the library gives, and where it cannot be sure it gives `undefined`. It exists because loading the
 * library costs more than reading a thousand skills without it.
 */
export function readSimpleYaml(text: string): SimpleYaml | undefined {
  if (text.includes("\t") || text.includes("\uFEFF")) return undefined;
  const cursor: Cursor = { lines: text.split("\n"), at: 0, duplicates: [], repaired: [] };
  const indent = toContent(cursor);
  if (indent !== 0) return undefined;
  const data = readMap(cursor, 0, 0);
  return data === undefined || cursor.at < cursor.lines.length
    ? undefined
    : { data, duplicates: cursor.duplicates, repaired: cursor.repaired };
}

function readMap(cursor: Cursor, indent: number, depth: number): DataMap | undefined {
  if (depth > maxDepth) return undefined;
  const map = createDataMap();
  for (let next = indent; next === indent; next = toContent(cursor)) {
    const line = cursor.lines[cursor.at] ?? "";
    const name = takeKey(line, indent);
    if (name === "") return undefined;
    if (name in map) cursor.duplicates.push({ key: name, line: cursor.at });
    const value = readValue(cursor, line, { start: indent + name.length + 1, indent, depth });
    if (value === undefined) return undefined;
    map[name] = value;
  }
  // A line that is indented less ends this map; one that is indented more fits nowhere.
  return toContent(cursor) > indent ? undefined : map;
}

interface Place {
  start: number;
  indent: number;
  depth: number;
}

/** The value after a key. Leaves the cursor on the first line that is not part of it. */
function readValue(cursor: Cursor, line: string, place: Place): Data | undefined {
  let start = place.start;
  while (line.charCodeAt(start) === 32) start++;
  const first = line[start];
  if (first === undefined || first === "#") {
    cursor.at++;
    return readBelow(cursor, place);
  }
  if (first === "|" || first === ">") {
    cursor.at++;
    return readBlockScalar(cursor, line.slice(start), place.indent);
  }
  const value =
    first === '"' || first === "'"
      ? readQuoted(line, start)
      : first === "["
        ? readFlowList(line, start)
        : isPlainStart(first)
          ? readPlain(cursor, line, start, place)
          : undefined;
  if (value === undefined) return undefined;
  cursor.at++;
  return value;
}

/** What stands under a key without a value: a map, a list, a text, or nothing. */
function readBelow(cursor: Cursor, { indent, depth }: Place): Data | undefined {
  const below = toContent(cursor);
  const line = cursor.lines[cursor.at] ?? "";
  const isItem = below !== -1 && line[below] === "-" && (line[below + 1] ?? " ") === " ";
  if (isItem && below >= indent) return readList(cursor, below);
  if (below <= indent) return "";
  if (takeKey(line, below) !== "") return readMap(cursor, below, depth + 1);
  if (!isPlainStart(line[below])) return undefined;
  const value = readPlain(cursor, line, below, { start: below, indent, depth: -1 });
  if (value === undefined) return undefined;
  cursor.at++;
  return value;
}

function readList(cursor: Cursor, indent: number): Data[] | undefined {
  const items: Data[] = [];
  for (let next = indent; next === indent; next = toContent(cursor)) {
    const line = cursor.lines[cursor.at] ?? "";
    if (line[indent] !== "-") return items;
    if (line[indent + 1] !== " ") return undefined;
    let start = indent + 2;
    while (line.charCodeAt(start) === 32) start++;
    const first = line[start];
    const isQuoted = first === '"' || first === "'";
    const value = isQuoted
      ? readQuoted(line, start)
      : isPlainStart(first)
        ? readPlain(cursor, line, start, { start, indent, depth: -1 })
        : undefined;
    if (value === undefined) return undefined;
    items.push(value);
    cursor.at++;
  }
  return toContent(cursor) > indent ? undefined : items;
}

/** A text without quotes, over all its lines. Leaves the cursor on the last of them. */
function readPlain(cursor: Cursor, line: string, start: number, place: Place): string | undefined {
  const comment = line.indexOf(" #", start);
  const end = comment === -1 ? line.length : comment;
  const value = trimSpaces(line, start, end);
  const more = goesOn(cursor, place.indent);
  if (hasColon(value)) {
    // Only a value on the line of its key, at the top, is quoted by the repair.
    if (more || place.depth !== 0 || place.indent !== 0) return undefined;
    cursor.repaired.push(cursor.at);
    return trimSpaces(line, start, line.length);
  }
  if (!more) return value;
  return comment === -1 ? foldPlain(cursor, value, place.indent) : undefined;
}

function foldPlain(cursor: LineCursor, first: string, indent: number): string | undefined {
  let value = first;
  let blanks = 0;
  for (let at = cursor.at + 1; at < cursor.lines.length; at++) {
    const line = cursor.lines[at] ?? "";
    const next = indentOf(line);
    if (next === -1) {
      blanks++;
      continue;
    }
    if (next <= indent) break;
    const text = trimSpaces(line, next, line.length);
    if (!isPlainStart(text[0]) || hasColon(text) || text.includes(" #")) return undefined;
    value += (blanks === 0 ? " " : "\n".repeat(blanks)) + text;
    blanks = 0;
    cursor.at = at;
  }
  return value;
}
