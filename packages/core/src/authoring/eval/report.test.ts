import { describe, expect, it } from "vitest";
import { toBenchmark } from "./benchmark.ts";
import { toMarkdown } from "./benchmark-markdown.ts";
import type { EvalPlan } from "./eval-plan.ts";
import type { EvalResult } from "./eval-result.ts";
import type { CaseRun, TriggerRun } from "./eval-run.ts";
import { createEvalWords } from "./eval-words.ts";
import { writeReport } from "./report.ts";
import { summarizeEvals } from "./summarize-evals.ts";

const hostile = `</pre><script>alert(1)</script><img src=x onerror=alert(1)> "' | \u0007 &amp; [x](javascript:y)`;

const run = (id: string, arm: CaseRun["arm"], passed: number, failed: number): CaseRun => ({
  id,
  arm,
  number: 1,
  state: "graded",
  reason: "done",
  passRate: passed / (passed + failed),
  passed,
  failed,
  ungraded: 0,
  expectations: [{ text: hostile, passed: failed === 0, evidence: hostile, by: "judge", line: 1 }],
  tokens: 100,
  ms: 1_000,
  toolCalls: 1,
  toolErrors: 0,
  refused: [{ tool: hostile, reason: hostile }],
  questions: 0,
  activated: true,
  steering: [hostile],
  outputs: [],
});

const caseRuns = [
  run("a", "with_skill", 2, 0),
  run("a", "without_skill", 1, 1),
  run(hostile, "with_skill", 1, 1),
];
const triggerRuns: TriggerRun[] = [
  { id: "t", number: 1, tokens: 10, ms: 5, shouldTrigger: true, triggered: true },
  { id: "u", number: 1, tokens: 10, ms: 5, shouldTrigger: false, triggered: null, problem: hostile },
];

const prepared = { prompt: hostile, files: [], prepared: [], expectations: [], file: "evals.json", line: 1 };
const plan: EvalPlan = {
  skill: { name: hostile, folder: "/x" },
  folders: { with_skill: "/x" },
  arms: ["with_skill", "without_skill"],
  use: "own",
  cases: [
    { id: "a", ...prepared },
    { id: hostile, ...prepared },
  ],
  triggers: [
    { id: "t", query: hostile, shouldTrigger: true, file: "t.json", line: 1 },
    { id: "u", query: "u", shouldTrigger: false, file: "t.json", line: 2 },
  ],
  parts: new Map([["a", "held-out"]]),
  split: { share: 0.4, seed: 1 },
  runs: 1,
  jobs: 1,
};

const result: EvalResult = {
  skill: { id: "user:x", name: hostile, folder: "/x" },
  model: hostile,
  judgeModel: "p/m",
  startedAt: 0,
  ms: 10,
  arms: ["with_skill", "without_skill"],
  use: "own",
  runsPerCase: 1,
  split: plan.split,
  state: "partial",
  stopped: { why: "cost", message: "enough" },
  done: 3,
  total: 6,
  spent: { tokens: 320 },
  summary: summarizeEvals(plan, { caseRuns, triggerRuns }),
  caseRuns,
  triggerRuns,
  diagnostics: [{ path: "evals.json", line: 3, severity: "error", code: "x", message: hostile }],
  folder: "/w/iteration-1",
};

describe("the report", () => {
  it.each(["en", "zh-CN"] as const)("is one page of text in %s, whatever was said", (language) => {
    const page = writeReport(result, createEvalWords(language), language);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>|\u0007/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page.match(/<svg/g)).toHaveLength(5);
    expect(page).not.toMatch(/<[^>]*(?:src|href)=/);
    expect(page).toContain("default-src &#39;none&#39;");
  });

  it("keeps what is not known apart from 0", () => {
    const { summary } = result;
    expect(summary.cases[1]?.passRates).toEqual({ with_skill: 0.5, without_skill: null });
    expect(summary.differences[0]?.all).toMatchObject({
      mean: 0.5,
      pairs: 1,
      interval: null,
      verdict: "too-few",
    });
    expect(summary.triggers).toMatchObject({
      recall: { hits: 1, total: 1 },
      specificity: { rate: null },
      unknown: 1,
    });
    expect(summary.arms[0]?.cost.mean).toBeNull();
    const { run_summary: sums } = toBenchmark(result);
    expect(sums).toMatchObject({ with_skill: { pass_rate: { mean: 0.75 } }, delta: { pass_rate: "+0.25" } });
  });

  it("is readable as Markdown, without a table or a link of somebody else", () => {
    const text = toMarkdown(result, createEvalWords("en"));
    expect(text).toContain("Partial result: 3 of 6 runs. enough");
    expect(text).not.toMatch(/(?<!\\)<script|(?<!\\)\[x\]/);
    const widths = text
      .split("\n")
      .filter((line) => line.startsWith("| a |"))
      .map((line) => line.split(/(?<!\\)\|/).length);
    expect(widths).toEqual([7]);
  });
});
