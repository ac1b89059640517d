import type { Data, SkillFields } from "../skill.ts";
import { readToolList } from "./allowed-tools.ts";
import { isDataMap } from "./data-map.ts";
import type { FieldRow } from "./field-table.ts";
import { readRequires } from "./read-requires.ts";
import { writeData } from "./read-yaml.ts";

/** `absent`: said in so many words to be nothing; `wrong`: not of the kind that the key wants. */
export type ReadValue = { value: SkillFields[keyof SkillFields] } | "absent" | "wrong";

const yes = new Set(["true", "yes", "on", "1"]);
const no = new Set(["false", "no", "off", "0"]);
const maxWords = 200;

/** The boolean that a text stands for, in YAML's and everyone's spelling. */
export function readFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** Cuts at commas, and where `blanks` says so at blanks; commas in braces (`*.{ts,tsx}`) are part of a word. */
function splitWords(text: string, blanks: boolean): string[] {
  const words: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length && words.length < maxWords; at++) {
    const char = text[at];
    if (char === "{") depth++;
    else if (char === "}") depth = Math.max(0, depth - 1);
    const isCut = char === undefined || char === "\n" || char === "," || (blanks && /\s/.test(char));
    if (!isCut || (char !== undefined && depth > 0)) continue;
    const word = text.slice(start, at).trim();
    if (word !== "") words.push(word);
    start = at + 1;
  }
  return words;
}

/** A list of words from a list or a text; `undefined` where something else is inside. */
export function readWords(data: Data, options: { blanks: boolean }): string[] | undefined {
  if (typeof data === "string") return splitWords(data, options.blanks);
  if (!Array.isArray(data) || !data.every((item) => typeof item === "string")) return undefined;
  return data
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .slice(0, maxWords);
}

function readText(data: Data, row: FieldRow): ReadValue {
  if (row.field === "argumentHint" && typeof data !== "string") return { value: writeData(data) };
  const isSentence = row.field === "whenToUse";
  if (isSentence && Array.isArray(data) && data.every((item) => typeof item === "string"))
    return { value: data.join("; ") };
  if (typeof data !== "string") return "wrong";
  const text = data.trim();
  return text === "" || (row.field === "model" && text === "inherit") ? "absent" : { value: text };
}

function readCount(data: Data, max: number): ReadValue {
  if (typeof data !== "string" || !/^\+?\d{1,15}(?:\.0+)?$/.test(data.trim())) return "wrong";
  const count = Math.trunc(Number(data));
  return count < 1 ? "wrong" : { value: Math.min(count, max) };
}

/** One value of frontmatter as its key wants it. */
export function readValue(data: Data, row: FieldRow): ReadValue {
  if (row.kind === "text") return readText(data, row);
  if (data === "") return "absent";
  switch (row.kind) {
    case "flag": {
      const flag = typeof data === "string" ? readFlag(data) : undefined;
      return flag === undefined ? "wrong" : { value: flag };
    }
    case "count":
      return readCount(data, row.max ?? Number.MAX_SAFE_INTEGER);
    case "tools":
      return { value: readToolList(data) };
    case "words":
    case "paths": {
      const words = readWords(data, { blanks: row.kind === "words" });
      return words === undefined ? "wrong" : { value: words };
    }
    case "requires": {
      const requires = readRequires(data);
      return requires === undefined ? "wrong" : { value: requires };
    }
    case "map":
      return isDataMap(data) ? { value: data } : "wrong";
    default:
      return typeof data === "string" ? "wrong" : { value: data };
  }
}
