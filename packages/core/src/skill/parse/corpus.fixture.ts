import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export interface ExpectedSkill {
  path: string;
  dir: string;
  kind: string;
  load: "must" | "should" | "may" | "skip";
  name?: string;
  description?: string;
  spec_valid: boolean;
  violations: string[];
  spec_extra?: string[];
}

export interface ValidatorCase {
  id: string;
  dir: string | null;
  content: string | null;
  expect: string[];
}

/** Its folder; `undefined` where it is not beside the repository. */
export function findCorpus(): string | undefined {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package-lock.json"))) {
    const parent = resolve(folder, "..");
    if (parent === folder) return undefined;
    folder = parent;
  }
  const found = resolve(folder, "../shared/corpus");
  return existsSync(join(found, "expected.jsonl")) ? found : undefined;
}

/** Public skills that are not part of this repository; `undefined`, said aloud, where they are not beside it. */
export function openCorpus() {
  const folder = findCorpus();
  if (folder === undefined) {
    console.warn("SKIPPED: no ../shared/corpus beside the repository: public skills are NOT tested");
    return undefined;
  }
  const readLines = <T>(name: string): T[] =>
    readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as T);
  return {
    folder,
    expected: readLines<ExpectedSkill>("expected.jsonl"),
    cases: readLines<ValidatorCase>("validator-cases.jsonl"),
    read: (path: string): Buffer => readFileSync(join(folder, path)),
  };
}
