import { createWords } from "../../environment/environment-texts.ts";
import { locate, parseJsonc, type JsoncDocument } from "../../environment/jsonc-document.ts";
import { explain, SkillmintError, type Diagnostic, type Language } from "../../protocol/index.ts";
import type { CaseFile, EvalCase, EvalSet, Expectation, TriggerCase } from "./eval-case.ts";
import type { EvalWords } from "./eval-words.ts";
import { isRecord, readExpectation } from "./read-expectation.ts";

export interface ReadEvalOptions {
  /** The name of the skill that the file is about. */
  skill: string;
  language: Language;
  words: EvalWords;
}

export interface ReadEvals extends EvalSet {
  diagnostics: Diagnostic[];
}

type Entry = Record<string, unknown>;
type Place = readonly (string | number)[];

const expectationKeys = ["expectations", "assertions", "expected_behavior", "checks"] as const;
const promptKeys = ["prompt", "question", "input", "task"] as const;
const outputKeys = ["expected_output", "ground_truth", "expected"] as const;

function firstString(entry: Entry, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = entry[key];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

/** Where the cases of a file stand: in it as a list, or under the key that the form has for them. */
function listIn(value: unknown): { list: unknown[]; at: Place } | undefined {
  if (Array.isArray(value)) return { list: value, at: [] };
  if (!isRecord(value)) return undefined;
  for (const key of ["evals", "cases", "triggers", "queries"]) {
    const list = value[key];
    if (Array.isArray(list)) return { list, at: [key] };
  }
  return undefined;
}

/** Names of skills are compared without what public files put before them (`plugin:name`). */
function isSkill(named: unknown, skill: string): boolean {
  return typeof named === "string" && (named === skill || named.split(/[:/]/).at(-1) === skill);
}

interface Reader {
  document: JsoncDocument;
  options: ReadEvalOptions;
  ids: Set<string>;
  complain(at: Place, severity: "error" | "warning", code: string, message: string): void;
}

/** Tells what is wrong with a case: it is left out. */
function refuse(reader: Reader, ...complaint: Parameters<Reader["complain"]>): undefined {
  reader.complain(...complaint);
}

const lineOf = ({ document }: Reader, at: Place): number => locate(document, at).line;

/** One that is taken already gets a number behind it, so that no result takes the place of another. */
function idOf(reader: Reader, entry: Entry, at: Place, index: number): string {
  const raw = entry["id"];
  const base =
    typeof raw === "number" || (typeof raw === "string" && raw.trim() !== "")
      ? String(raw)
      : String(index + 1);
  let id = base;
  for (let count = 2; reader.ids.has(id); count += 1) id = `${base}-${count}`;
  if (id !== base)
    reader.complain(
      [...at, "id"],
      "warning",
      "eval-id",
      reader.options.words("eval.idTaken", { id: base, used: id }),
    );
  reader.ids.add(id);
  return id;
}

function expectationsOf(reader: Reader, entry: Entry, at: Place): Expectation[] {
  const { words } = reader.options;
  return expectationKeys.flatMap((key) => {
    const list = entry[key];
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) {
      reader.complain([...at, key], "error", "eval-expectations", words("eval.notList", { key }));
      return [];
    }
    return list.flatMap((value: unknown, index): Expectation[] => {
      const place = [...at, key, index];
      const read = readExpectation(value);
      if (!read.ok) {
        const message = words(`eval.expectation.${read.problem}`, { detail: read.detail });
        reader.complain(place, "error", "eval-expectation", message);
        return [];
      }
      const { text, check } = read;
      return [{ text, line: lineOf(reader, place), ...(check ? { check } : {}) }];
    });
  });
}

function filesOf(reader: Reader, entry: Entry, at: Place): CaseFile[] {
  const { files } = entry;
  if (files === undefined || files === null) return [];
  const { words } = reader.options;
  const leaveOut = (place: Place): CaseFile[] => {
    reader.complain(place, "error", "eval-files", words("eval.badFile"));
    return [];
  };
  if (isRecord(files))
    return Object.entries(files).flatMap(([path, content]) =>
      typeof content === "string" ? [{ path, content }] : leaveOut([...at, "files", path]),
    );
  if (!Array.isArray(files)) return leaveOut([...at, "files"]);
  return files.flatMap((file: unknown, index): CaseFile[] => {
    if (typeof file === "string")
      return [{ path: file.replace(/^(?:\.\/)?(?:evals\/)?(?:files\/)?/, ""), from: file }];
    if (isRecord(file) && typeof file["path"] === "string" && typeof file["content"] === "string")
      return [{ path: file["path"], content: file["content"] }];
    return leaveOut([...at, "files", index]);
  });
}

/** A script that the skill must have run: it stands in a command or in a path of some call. */
function scriptExpectation(reader: Reader, entry: Entry, at: Place): Expectation[] {
  const script = entry["expected_script"];
  if (typeof script !== "string" || script === "") return [];
  return [
    {
      text: reader.options.words("eval.scriptRun", { script }),
      check: { type: "contains", target: "transcript", phrase: script, negated: false },
      line: lineOf(reader, [...at, "expected_script"]),
    },
  ];
}

function readTrigger(reader: Reader, entry: Entry, at: Place, id: string): TriggerCase | undefined {
  const { words, skill } = reader.options;
  const query = firstString(entry, ["query", ...promptKeys]);
  if (query === undefined) return refuse(reader, at, "error", "eval-prompt", words("eval.noPrompt"));
  const place = { id, query, file: reader.document.file, line: lineOf(reader, at) };
  if (Object.hasOwn(entry, "expected_skill"))
    return { ...place, shouldTrigger: isSkill(entry["expected_skill"], skill) };
  const should = entry["should_trigger"];
  if (typeof should === "boolean") return { ...place, shouldTrigger: should };
  return refuse(reader, [...at, "should_trigger"], "error", "eval-trigger", words("eval.noBoolean"));
}

function readTask(reader: Reader, entry: Entry, at: Place, id: string): EvalCase | undefined {
  const { words } = reader.options;
  const prompt = firstString(entry, promptKeys);
  if (prompt === undefined) return refuse(reader, at, "error", "eval-prompt", words("eval.noPrompt"));
  const output = firstString(entry, outputKeys);
  const expectations = [...expectationsOf(reader, entry, at), ...scriptExpectation(reader, entry, at)];
  const line = lineOf(reader, at);
  if (expectations.length === 0) {
    if (output === undefined) return refuse(reader, at, "error", "eval-empty", words("eval.nothingExpected"));
    expectations.push({ text: words("eval.likeExpected", { output }), line });
  }
  const files = filesOf(reader, entry, at);
  const given = output === undefined ? {} : { expectedOutput: output };
  return { id, prompt, ...given, files, expectations, file: reader.document.file, line };
}

/**
 * Reads any of the public forms: `{skill_name, evals}`, `{skill, cases}`, lists with `expected_skill`, and sets of
 * `{query, should_trigger}`. What cannot be read is told with its line; the other cases count.
 */
export function readEvalFile(file: string, text: string, options: ReadEvalOptions): ReadEvals {
  const { language, words, skill } = options;
  const found: ReadEvals = { cases: [], triggers: [], diagnostics: [] };
  let document: JsoncDocument;
  try {
    document = parseJsonc(file, text.replace(/^\uFEFF/, ""), createWords(language));
  } catch (error) {
    if (!SkillmintError.is(error) || error.code !== "config-unreadable") throw error;
    const { line } = error.params;
    const message = String(error.params["message"] ?? explain(error, language));
    const where = typeof line === "number" ? { line } : {};
    found.diagnostics.push({ path: file, ...where, severity: "error", code: "eval-syntax", message });
    return found;
  }
  const complain: Reader["complain"] = (at, severity, code, message) =>
    void found.diagnostics.push({ path: file, ...locate(document, at), severity, code, message });
  const reader: Reader = { document, options, ids: new Set(), complain };
  const listed = listIn(document.value);
  if (!listed) {
    complain([], "error", "eval-form", words("eval.unknownForm"));
    return found;
  }
  const named = isRecord(document.value)
    ? (document.value["skill_name"] ?? document.value["skill"])
    : undefined;
  if (typeof named === "string" && !isSkill(named, skill))
    complain(["skill_name"], "warning", "eval-skill", words("eval.otherSkill", { named, skill }));
  for (const [index, entry] of listed.list.entries()) {
    const at = [...listed.at, index];
    if (!isRecord(entry)) {
      complain(at, "error", "eval-case", words("eval.notObject"));
      continue;
    }
    const isNamed = Object.hasOwn(entry, "expected_skill");
    const isTrigger = isNamed || Object.hasOwn(entry, "should_trigger");
    const id = idOf(reader, entry, at, index);
    const trigger = isTrigger ? readTrigger(reader, entry, at, id) : undefined;
    if (trigger) found.triggers.push(trigger);
    const isTask = !isTrigger || (isNamed && trigger?.shouldTrigger === true && expectsMore(entry));
    const task = isTask ? readTask(reader, entry, at, id) : undefined;
    if (task) found.cases.push(task);
  }
  return found;
}

function expectsMore(entry: Entry): boolean {
  return [...expectationKeys, ...outputKeys, "expected_script"].some((key) => {
    const value = entry[key];
    return typeof value === "string" ? value !== "" : Array.isArray(value) && value.length > 0;
  });
}
