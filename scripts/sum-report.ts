/** The part of vitest's JSON report that counts. */
export interface Report {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
}

export interface Sum {
  passed: number;
  failed: number;
  skipped: number;
  skippedIn: { name: string; count: number }[];
  /** Tests that failed at first and passed when they were run again, with why they failed. */
  unsteady: { name: string; test: string; reason: string }[];
  /** What went wrong besides tests that failed. */
  problems: string[];
  ok: boolean;
}

const skipping = new Set(["skipped", "pending", "todo", "disabled"]);

/** `code` is the exit code of the run: it also tells of errors that belong to no test. */
export function sumReport(report: Report, code: number): Sum {
  const files = report.testResults.map(({ name, status, assertionResults }) => {
    const count = (wanted: (status: string) => boolean) =>
      assertionResults.filter((result) => wanted(result.status)).length;
    const failed = count((result) => result === "failed");
    const broken = status === "failed" && failed === 0;
    return {
      name,
      passed: count((result) => result === "passed"),
      failed,
      skipped: count((result) => skipping.has(result)),
      broken,
    };
  });
  const total = (pick: (file: (typeof files)[number]) => number) =>
    files.reduce((sum, file) => sum + pick(file), 0);
  const passed = total((file) => file.passed);
  const skipped = total((file) => file.skipped);
  let failed = total((file) => file.failed + (file.broken ? 1 : 0));
  const problems = files.filter((file) => file.broken).map(({ name }) => `${name} could not be run`);
  if (passed + failed === 0) problems.push("no test ran");
  else if (code !== 0 && failed === 0) {
    problems.push(
      `the run ended with code ${code} although no test failed: an unhandled error, counted as one failure`,
    );
    failed = 1;
  }
  const skippedIn = files
    .filter((file) => file.skipped > 0)
    .map(({ name, skipped: count }) => ({ name, count }));
  const unsteady = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName = "", failureMessages: [reason] = [] }) =>
      status === "passed" && reason !== undefined ? [{ name, test: fullName, reason }] : [],
    ),
  );
  return {
    passed,
    failed,
    skipped,
    skippedIn,
    unsteady,
    problems,
    ok: code === 0 && failed === 0 && passed > 0,
  };
}
