import { describe, expect, it } from "vitest";
import { escapeXml, toJunit } from "./junit.ts";
import { sumReports, type TestReport } from "./test-report.ts";

const report = (name: string, more: Partial<TestReport> = {}): TestReport => ({
  skill: "notes",
  name,
  file: "/s/tests/a.jsonc",
  line: 3,
  state: "passed",
  how: "replay",
  failures: [],
  notes: [],
  ms: 1_500,
  tokens: 0,
  ...more,
});

describe("JUnit", () => {
  it("leaves out what XML cannot hold", () => {
    expect(escapeXml("a<b>&\"'\u0000\u001b[31m\uD800😀\n")).toBe("a&lt;b&gt;&amp;&quot;&apos;[31m\uFFFD😀\n");
  });

  it("has a suite for each skill, and files that cannot be read as failures", () => {
    const failure = { file: "/s/tests/a.jsonc", line: 9, expectation: "text.contains", message: "no <b>" };
    const reports = [
      report("good"),
      report("bad", { state: "failed", failures: [failure] }),
      report("later", { state: "skipped", reason: "not yet" }),
      report("other", { skill: "charts" }),
    ];
    const diagnostics = [
      {
        path: "/s/tests/b.jsonc",
        line: 2,
        severity: "error" as const,
        code: "test-syntax",
        message: "broken",
      },
    ];
    const summary = sumReports(reports, diagnostics);
    expect(summary).toEqual({ passed: 2, failed: 2, skipped: 1, updated: 0 });
    const xml = toJunit({ reports, diagnostics, summary, ms: 2_000, stopped: false });
    expect(xml.split("\n").slice(0, 4)).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="5" failures="2" errors="0" skipped="1" time="2.000">',
      '  <testsuite name="notes" tests="3" failures="1" errors="0" skipped="1" time="4.500">',
      '    <testcase name="good" classname="notes" file="/s/tests/a.jsonc" line="3" time="1.500"/>',
    ]);
    expect(xml).toContain("/s/tests/a.jsonc:9: text.contains: no &lt;b&gt;</failure>");
    expect(xml).toContain('<skipped message="not yet"/>');
    expect(xml).toContain("/s/tests/b.jsonc:2: test-syntax: broken");
  });
});
