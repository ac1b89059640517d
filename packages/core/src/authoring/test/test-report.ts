import type { Diagnostic } from "../../protocol/index.ts";
import type { Divergence } from "../cassette/divergence.ts";

/** What of a test does not hold, and where in its file that stands. */
export interface TestFailure {
  file: string;
  line: number;
  /** Which expectation: `files.out.txt.contains`. */
  expectation: string;
  message: string;
}

export type TestState = "passed" | "failed" | "skipped" | "updated";

/** What became of one test; plain data. */
export interface TestReport {
  skill: string;
  name: string;
  file: string;
  line: number;
  state: TestState;
  how: "replay" | "live" | "record";
  failures: TestFailure[];
  /** Why it was skipped. */
  reason?: string;
  divergence?: Divergence;
  /** What an update changed in the file of the test. */
  diff?: string;
  notes: string[];
  ms: number;
  tokens: number;
  cost?: number;
}

export interface TestSummary {
  passed: number;
  failed: number;
  skipped: number;
  updated: number;
}

export interface TestResult {
  reports: TestReport[];
  /** Files and tests that cannot be read: each counts as a failure. */
  diagnostics: Diagnostic[];
  summary: TestSummary;
  ms: number;
  /** It was stopped before all tests ran. */
  stopped: boolean;
}

export function sumReports(reports: readonly TestReport[], diagnostics: readonly Diagnostic[]): TestSummary {
  const count = (state: TestState): number => reports.filter((report) => report.state === state).length;
  const broken = diagnostics.filter(({ severity }) => severity === "error").length;
  return {
    passed: count("passed"),
    failed: count("failed") + broken,
    skipped: count("skipped"),
    updated: count("updated"),
  };
}
