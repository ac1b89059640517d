import type { TestReport, TestResult } from "./test-report.ts";

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text of unknown origin as text or attribute of XML 1.0: what must not stand there is left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? "");
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function testCase(report: TestReport): string {
  const { name, skill, file, line, ms, failures, state, reason } = report;
  const head = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(skill)}" file="${escapeXml(file)}" line="${line}" time="${seconds(ms)}"`;
  if (state === "skipped")
    return `${head}>\n      <skipped message="${escapeXml(reason ?? "")}"/>\n    </testcase>\n`;
  if (failures.length === 0) return `${head}/>\n`;
  const inner = failures.map(
    (failure) =>
      `      <failure message="${escapeXml(failure.expectation)}" type="${escapeXml(failure.expectation.split(".")[0] ?? "")}">${escapeXml(`${failure.file}:${failure.line}: ${failure.expectation}: ${failure.message}`)}</failure>\n`,
  );
  return `${head}>\n${inner.join("")}    </testcase>\n`;
}

/** A suite for each skill; files that cannot be read are tests that failed. */
export function toJunit({ reports, diagnostics, ms }: TestResult): string {
  const broken = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ path, line = 1, message, code }): TestReport => ({
      skill: "tests",
      name: path,
      file: path,
      line,
      state: "failed",
      how: "replay",
      failures: [{ file: path, line, expectation: code, message }],
      notes: [],
      ms: 0,
      tokens: 0,
    }));
  const all = [...reports, ...broken];
  const count = (of: readonly TestReport[], state: TestReport["state"]): number =>
    of.filter((report) => report.state === state).length;
  const suites = [...new Set(all.map(({ skill }) => skill))].map((skill) => {
    const own = all.filter((report) => report.skill === skill);
    const time = seconds(own.reduce((sum, report) => sum + report.ms, 0));
    return `  <testsuite name="${escapeXml(skill)}" tests="${own.length}" failures="${count(own, "failed")}" errors="0" skipped="${count(own, "skipped")}" time="${time}">\n${own.map(testCase).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${all.length}" failures="${count(all, "failed")}" errors="0" skipped="${count(all, "skipped")}" time="${seconds(ms)}">\n${suites.join("")}</testsuites>\n`;
}
