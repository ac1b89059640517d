import type { Check, CheckTarget } from "./check.ts";

type Entry = Record<string, unknown>;

/** How an expectation was understood, or why it was not. */
export type ReadExpectation =
  | { ok: true; text: string; check?: Check }
  | { ok: false; problem: "shape" | "pattern" | "missing"; detail: string };

const targets: Readonly<Record<string, CheckTarget>> = {
  answer: "answer",
  text: "answer",
  response: "answer",
  output: "answer",
  outputs: "outputs",
  files: "outputs",
  transcript: "transcript",
};

/** The spellings of public files, by what they mean here. */
const kinds: Readonly<Record<string, { kind: Check["type"] | "judge"; negated?: true }>> = {
  contains: { kind: "contains" },
  includes: { kind: "contains" },
  phrase: { kind: "contains" },
  not_contains: { kind: "contains", negated: true },
  excludes: { kind: "contains", negated: true },
  regex: { kind: "matches" },
  matches: { kind: "matches" },
  pattern: { kind: "matches" },
  not_regex: { kind: "matches", negated: true },
  not_matches: { kind: "matches", negated: true },
  file: { kind: "file" },
  file_exists: { kind: "file" },
  file_contains: { kind: "file" },
  file_matches: { kind: "file" },
  file_absent: { kind: "file", negated: true },
  file_not_exists: { kind: "file", negated: true },
  schema: { kind: "schema" },
  json_schema: { kind: "schema" },
  command: { kind: "command" },
  command_exit: { kind: "command" },
  tool: { kind: "tool" },
  tool_called: { kind: "tool" },
  tool_not_called: { kind: "tool", negated: true },
  skill: { kind: "skill" },
  skill_activated: { kind: "skill" },
  skill_not_activated: { kind: "skill", negated: true },
  script: { kind: "script" },
  grader: { kind: "script" },
  judge: { kind: "judge" },
  llm: { kind: "judge" },
  model: { kind: "judge" },
};

const stringAt = (entry: Entry, ...keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = entry[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
};

export function isRecord(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(entry: Entry): { kind: Check["type"] | "judge"; negated?: true } {
  const type = stringAt(entry, "type")?.toLowerCase().replaceAll("-", "_");
  const known = type !== undefined && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (known) return known;
  // A type nobody here knows, or none: what it carries says how it is decided.
  if (stringAt(entry, "pattern") !== undefined) return { kind: "matches" };
  if (stringAt(entry, "phrase") !== undefined) return { kind: "contains" };
  return { kind: "judge" };
}

const missing = (detail: string): ReadExpectation => ({ ok: false, problem: "missing", detail });

function badPattern(pattern: string, flags: string): string | undefined {
  try {
    return void new RegExp(pattern, flags);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Patterns of other languages begin with their flags: `(?i)…`. */
function splitFlags(pattern: string, flags: string | undefined): { pattern: string; flags: string } {
  const [lead = "", inner = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  return { pattern: pattern.slice(lead.length), flags: [...new Set(`${flags ?? ""}${inner}`)].join("") };
}

function toCheck(entry: Entry): Check | "judge" | { problem: "pattern" | "missing"; detail: string } {
  const { kind, negated = false } = kindOf(entry);
  const need = (...keys: string[]): string => keys.join(" / ");
  const path = stringAt(entry, "path", "file");
  const target = targets[stringAt(entry, "target", "in")?.toLowerCase() ?? "answer"] ?? "answer";
  const phrase = stringAt(entry, "phrase", "value", "contains");
  const given = stringAt(entry, "pattern", "regex");
  const read = given === undefined ? undefined : splitFlags(given, stringAt(entry, "flags"));
  const broken = read && badPattern(read.pattern, read.flags);
  if (broken !== undefined) return { problem: "pattern", detail: broken };
  switch (kind) {
    case "contains":
      return phrase === undefined
        ? { problem: "missing", detail: need("phrase", "value") }
        : { type: "contains", target, phrase, negated };
    case "matches":
      return read === undefined
        ? { problem: "missing", detail: need("pattern") }
        : { type: "matches", target, ...read, negated };
    case "file": {
      if (path === undefined) return { problem: "missing", detail: need("path") };
      const inside = {
        ...(phrase === undefined ? {} : { phrase }),
        ...(read ? { pattern: given ?? "" } : {}),
      };
      return { type: "file", path, negated, ...inside };
    }
    case "schema": {
      const { schema } = entry;
      if (!isRecord(schema)) return { problem: "missing", detail: need("schema") };
      return { type: "schema", schema, ...(path === undefined ? {} : { path }) };
    }
    case "command": {
      const command = stringAt(entry, "command", "run");
      if (command === undefined) return { problem: "missing", detail: need("command") };
      const code = entry["exit_code"] ?? entry["exitCode"];
      return { type: "command", command, exitCode: typeof code === "number" ? code : 0 };
    }
    case "tool": {
      const tool = stringAt(entry, "tool", "tool_name");
      if (tool === undefined) return { problem: "missing", detail: need("tool") };
      return { type: "tool", tool, negated, ...(isRecord(entry["input"]) ? { input: entry["input"] } : {}) };
    }
    case "skill": {
      const name = stringAt(entry, "skill");
      return name === undefined
        ? { problem: "missing", detail: need("skill") }
        : { type: "skill", name, negated };
    }
    case "script": {
      const script = stringAt(entry, "script", "path");
      return script === undefined
        ? { problem: "missing", detail: need("script") }
        : { type: "script", path: script };
    }
    case "judge":
    default:
      return "judge";
  }
}

/** A string is judged by a model; an object says how it is decided, in any of the spellings that are in use. */
export function readExpectation(value: unknown): ReadExpectation {
  if (typeof value === "string")
    return value.trim() === "" ? { ok: false, problem: "shape", detail: "" } : { ok: true, text: value };
  if (!isRecord(value)) return { ok: false, problem: "shape", detail: typeof value };
  const check = toCheck(value);
  if (check !== "judge" && "problem" in check) return { ok: false, ...check };
  const text = stringAt(value, "text", "description", "name", "assertion", "expectation");
  if (check === "judge") return text === undefined ? missing("text") : { ok: true, text };
  const { type, ...rest } = check;
  return { ok: true, text: text ?? `${type} ${JSON.stringify(rest)}`, check };
}
