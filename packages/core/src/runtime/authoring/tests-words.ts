import type { TestResult } from "../../authoring/test/test-report.ts";
import type { TestWords } from "../../authoring/test/test-words.ts";
import type { Language } from "../../protocol/index.ts";

export type TestCommandWords = TestWords;

/** Loaded by the commands that need them only. */
export async function loadTestWords(language: Language): Promise<TestCommandWords> {
  return (await import("../../authoring/test/test-words.ts")).createTestWords(language);
}

/** The results as JUnit XML. */
export async function writeJunit(result: TestResult): Promise<string> {
  return (await import("../../authoring/test/junit.ts")).toJunit(result);
}
