import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import { locate } from "../../environment/jsonc-document.ts";
import {
  explain,
  SkillmintError,
  toSkillmintError,
  type Diagnostic,
  type Language,
} from "../../protocol/index.ts";
import { createCassetteWords } from "../cassette/cassette-words.ts";
import type { Divergence } from "../cassette/divergence.ts";
import { wordDifference } from "../cassette/word-divergence.ts";
import type { PreparedFile } from "../eval/eval-run.ts";
import type { RunRecord } from "../eval/run-record.ts";
import { checkTest, type CheckTestEnv, type Unmet } from "./check-test.ts";
import { parseTestFile } from "./read-tests.ts";
import type { FoundTest } from "./skill-test.ts";
import { sumReports, type TestFailure, type TestReport, type TestResult } from "./test-report.ts";
import { updateTest } from "./update-test.ts";

export interface PlayRequest {
  test: FoundTest;
  skill: { name: string; folder: string };
  files: readonly PreparedFile[];
  how: TestReport["how"];
  /** Whole path; to be played, or to be written. */
  cassette?: string;
  signal: AbortSignal;
}

export interface Played {
  record: RunRecord;
  divergence?: Divergence;
  notes: string[];
}

/** Runs a test in a workspace of its own: from a cassette, with a model, or with a model while it is recorded. */
export type PlayTest = (request: PlayRequest) => Promise<Played>;

/** What happens while tests run. */
export type TestProgress =
  | { type: "test.started"; skill: string; name: string; file: string; line: number }
  | { type: "test.ended"; report: TestReport };

export interface SkillWithTests {
  name: string;
  folder: string;
  tests: readonly FoundTest[];
}

export interface RunTestsOptions extends CheckTestEnv {
  play: PlayTest;
  language: Language;
  /** Runs tests with a model although there is a cassette, and those that have none. */
  live?: boolean;
  /** Records what is missing or has diverged, and rewrites expectations that do not hold any more. */
  update?: boolean;
  onProgress?: (progress: TestProgress) => void;
}

function leaves(path: string): boolean {
  const way = normalize(path);
  return isAbsolute(path) || way === ".." || way.startsWith(`..${sep}`);
}

const usage = (message: string): SkillmintError => new SkillmintError("usage", { params: { message } });

/** What the workspace begins with. */
async function prepareFiles({ test, file }: FoundTest, { words }: RunTestsOptions): Promise<PreparedFile[]> {
  const { files = {} } = test;
  if (typeof files === "string") {
    const folder = resolve(dirname(file), files);
    const isInside =
      !leaves(files) && !leaves(relative(await realPlace(dirname(file)), await realPlace(folder)));
    const isFolder = isInside && (await stat(folder).catch(() => undefined))?.isDirectory() === true;
    if (!isFolder) throw usage(words("skillTest.filesMissing", { folder: files }));
    return [{ path: ".", from: folder }];
  }
  const outside = Object.keys(files).find(leaves);
  if (outside !== undefined) throw usage(words("skillTest.fileOutside", { path: outside }));
  return Object.entries(files).map(([path, content]) => ({ path, content }));
}

/** Where a path really leads, by the part of it that is there. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  return real ?? join(await realPlace(dirname(path)), basename(path));
}

/** It is read and written: a link in the skill's folder may not make it any other file of the person. */
async function cassetteOf(
  { test, file }: FoundTest,
  skill: SkillWithTests,
  { words }: RunTestsOptions,
): Promise<string | undefined> {
  if (test.cassette === undefined) return undefined;
  const path = resolve(dirname(file), test.cassette);
  const [root, place] = [await realPlace(skill.folder), await realPlace(path)];
  if (leaves(relative(skill.folder, path)) || leaves(relative(root, place)))
    throw usage(words("skillTest.cassetteOutside", { file: test.cassette }));
  return path;
}

/** One test after the other: they may record, and models have limits. A test that breaks is a failure like any other. */
export async function runTests(
  skills: readonly SkillWithTests[],
  diagnostics: Diagnostic[],
  options: RunTestsOptions,
): Promise<TestResult> {
  const { words, language, signal, onProgress } = options;
  const startedAt = performance.now();
  const reports: TestReport[] = [];

  async function lineOf(found: FoundTest, at: readonly (string | number)[]): Promise<number> {
    const document = parseTestFile(found.file, await readFile(found.file, "utf8"), language);
    return locate(document, [...found.at, ...at]).line;
  }

  const toFailure = async (
    found: FoundTest,
    { at, message }: Pick<Unmet, "at" | "message">,
  ): Promise<TestFailure> => ({
    file: found.file,
    line: await lineOf(found, ["expect", ...at]),
    expectation: at.join("."),
    message,
  });

  async function chooseHow(cassette: string | undefined): Promise<TestReport["how"] | "missing"> {
    const isLive = options.live === true;
    if (cassette === undefined) return "live";
    const isThere = (await stat(cassette).catch(() => undefined)) !== undefined;
    if (options.update && (isLive || !isThere)) return "record";
    if (isLive) return "live";
    return isThere ? "replay" : "missing";
  }

  async function runOne(found: FoundTest, skill: SkillWithTests): Promise<TestReport> {
    const { test, name, file, line } = found;
    const begun = performance.now();
    const cassette = await cassetteOf(found, skill, options);
    const how = await chooseHow(cassette);
    const base: TestReport = {
      skill: skill.name,
      name,
      file,
      line,
      state: "passed",
      how: how === "missing" ? "replay" : how,
      failures: [],
      notes: [],
      ms: 0,
      tokens: 0,
    };
    const skip = (reason: string): TestReport => ({ ...base, state: "skipped", reason });
    if (test.skip !== undefined && test.skip !== false)
      return skip(typeof test.skip === "string" ? test.skip : words("skillTest.skipped"));
    if (how === "live" && options.live !== true) return skip(words("skillTest.liveOnly"));
    if (how === "missing") {
      const message = words("skillTest.noCassette", { file: test.cassette ?? "", skill: skill.name });
      const at = await lineOf(found, ["cassette"]);
      return { ...base, state: "failed", failures: [{ file, line: at, expectation: "cassette", message }] };
    }
    const files = await prepareFiles(found, options);
    const request = { test: found, skill, files, signal, ...(cassette === undefined ? {} : { cassette }) };
    let played = await options.play({ ...request, how });
    let done = how;
    if (played.divergence && options.update === true) {
      await played.record.dispose();
      done = "record";
      played = await options.play({ ...request, how: "record" });
    }
    try {
      return await judge(found, { ...base, how: done, ms: Math.round(performance.now() - begun) }, played);
    } finally {
      await played.record.dispose();
    }
  }

  async function judge(
    found: FoundTest,
    base: TestReport,
    { record, divergence, notes }: Played,
  ): Promise<TestReport> {
    const { test, file } = found;
    // A run that left its recording ended there: what it did not get to do is no finding of its own.
    const unmet = divergence ? [] : await checkTest(test.expect, record, options);
    const fixes = options.update === true ? unmet.flatMap(({ fix }) => (fix ? [fix] : [])) : [];
    const diff = fixes.length > 0 ? await updateTest(found, fixes, language) : undefined;
    const left = unmet.filter(({ fix }) => options.update !== true || !fix);
    const failures = await Promise.all(left.map((one) => toFailure(found, one)));
    if (divergence) {
      const { step, diff: shown } = divergence;
      const what = wordDifference(divergence, createCassetteWords(language));
      const message = words("skillTest.diverged", { step, what, diff: shown });
      failures.push({ file, line: await lineOf(found, ["cassette"]), expectation: "cassette", message });
    }
    const { usage: used } = record;
    const isUpdated = base.how === "record" || diff !== undefined;
    return {
      ...base,
      state: failures.length > 0 ? "failed" : isUpdated ? "updated" : "passed",
      failures,
      ...(divergence ? { divergence } : {}),
      ...(diff === undefined ? {} : { diff }),
      notes: divergence ? [...notes, words("skillTest.notChecked")] : notes,
      tokens: used.input + used.output,
      ...(used.cost === undefined ? {} : { cost: used.cost }),
    };
  }

  for (const skill of skills)
    for (const found of skill.tests) {
      if (signal.aborted) break;
      const { name, file, line } = found;
      onProgress?.({ type: "test.started", skill: skill.name, name, file, line });
      const report = await runOne(found, skill).catch((error: unknown): TestReport => {
        const reason = explain(toSkillmintError(error), language);
        const message = words("skillTest.failedRun", { reason });
        return {
          skill: skill.name,
          name,
          file,
          line,
          state: "failed",
          how: "replay",
          failures: [{ file, line, expectation: "run", message }],
          notes: [],
          ms: 0,
          tokens: 0,
        };
      });
      reports.push(report);
      onProgress?.({ type: "test.ended", report });
    }
  const total = skills.reduce((sum, { tests }) => sum + tests.length, 0);
  return {
    reports,
    diagnostics,
    summary: sumReports(reports, diagnostics),
    ms: Math.round(performance.now() - startedAt),
    stopped: reports.length < total,
  };
}
