import { basename } from "node:path";
import { createWords } from "../../environment/environment-texts.ts";
import { locate, parseJsonc, type JsoncDocument } from "../../environment/jsonc-document.ts";
import { SkillmintError, type Diagnostic, type Language } from "../../protocol/index.ts";
import { listJsonFiles } from "../list-json-files.ts";
import { readJsonFile } from "../read-json-file.ts";
import { isCassetteText } from "../cassette/format.ts";
import { skillTest, type FoundTest } from "./skill-test.ts";
import type { TestWords } from "./test-words.ts";

/** Recordings lie beside the tests, and are read to be known as such. */
const maxBytes = 256 * 1024 * 1024;

export interface ReadTests {
  tests: FoundTest[];
  diagnostics: Diagnostic[];
}

export function parseTestFile(file: string, text: string, language: Language): JsoncDocument {
  return parseJsonc(file, text, createWords(language));
}

/** A file holds one test or a list of them. What cannot be read is told with its line; the others count. */
export function readTestText(
  file: string,
  text: string,
  { language, words }: { language: Language; words: TestWords },
): ReadTests {
  const found: ReadTests = { tests: [], diagnostics: [] };
  // Recordings lie beside the tests that play them.
  if (isCassetteText(text)) return found;
  let document: JsoncDocument;
  try {
    document = parseTestFile(file, text, language);
  } catch (error) {
    if (!SkillmintError.is(error) || error.code !== "config-unreadable") throw error;
    const { line, message } = error.params;
    const where = typeof line === "number" ? { line } : {};
    found.diagnostics.push({
      path: file,
      ...where,
      severity: "error",
      code: "test-syntax",
      message: String(message),
    });
    return found;
  }
  const { value } = document;
  const entries: { value: unknown; at: readonly (string | number)[] }[] = Array.isArray(value)
    ? value.map((entry: unknown, index) => ({ value: entry, at: [index] }))
    : [{ value, at: [] }];
  for (const { value: entry, at } of entries) {
    const parsed = skillTest.safeParse(entry);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const path = [...at, ...(issue?.path ?? [])].map((part) =>
        typeof part === "symbol" ? String(part) : part,
      );
      const unknown = issue?.code === "unrecognized_keys" ? issue.keys : [];
      const [key] = unknown;
      const message =
        key === undefined
          ? words("skillTest.invalid", { path: path.join(".") || "/", reason: issue?.message ?? "" })
          : words("skillTest.unknownKey", { key });
      const place = locate(document, key === undefined ? path : [...path, key]);
      found.diagnostics.push({ path: file, ...place, severity: "error", code: "test-invalid", message });
      continue;
    }
    const stem = basename(file).replace(/\.jsonc?$/, "");
    const name = parsed.data.name ?? (at.length === 0 ? stem : `${stem} ${Number(at[0]) + 1}`);
    found.tests.push({ test: parsed.data, name, file, line: locate(document, at).line, at });
  }
  return found;
}

export async function readTests(
  skillFolder: string,
  options: { language: Language; words: TestWords },
): Promise<ReadTests> {
  const all: ReadTests = { tests: [], diagnostics: [] };
  for (const file of await listJsonFiles(skillFolder, "tests")) {
    const read = await readJsonFile(file, maxBytes);
    if ("reason" in read) {
      const message = options.words("skillTest.unreadable", read);
      all.diagnostics.push({ path: file, severity: "error", code: "test-unreadable", message });
      continue;
    }
    const { tests, diagnostics } = readTestText(file, read.text, options);
    all.tests.push(...tests);
    all.diagnostics.push(...diagnostics);
  }
  return all;
}
