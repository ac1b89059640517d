import { noUsage, type Usage } from "../../protocol/index.ts";
import type { CheckEnv, CheckSubject } from "./check-env.ts";
import type { EvalCase } from "./eval-case.ts";
import { judgeRun, type Judge } from "./judge.ts";
import { runCheck } from "./run-check.ts";

/** One expectation and what became of it. `null`: it could not be decided, and counts for neither side. */
export interface GradedExpectation {
  text: string;
  passed: boolean | null;
  evidence: string;
  by: "code" | "judge";
  /** Where it stands in its file. */
  line: number;
}

export interface Grading {
  expectations: GradedExpectation[];
  passed: number;
  failed: number;
  ungraded: number;
  /** Of those that were decided; `null` where none was. */
  passRate: number | null;
  /** Texts in the outputs that are addressed to a grader. */
  steering: string[];
  judgeUsage: Usage;
}

/** Code decides first; a model is asked only about what no code decides. */
export async function gradeRun(
  task: EvalCase,
  subject: CheckSubject,
  { judge, checks }: { judge: Judge; checks: CheckEnv },
): Promise<Grading> {
  const graded: GradedExpectation[] = [];
  for (const { text, check, line } of task.expectations) {
    const blank: GradedExpectation = { text, passed: null, evidence: "", by: check ? "code" : "judge", line };
    graded.push(check ? { ...blank, ...pick(await runCheck(check, subject, checks)) } : blank);
  }
  const open = task.expectations.filter(({ check }) => check === undefined);
  const judged = open.length === 0 ? undefined : await judgeRun(judge, task, open, subject, checks.signal);
  const verdicts = [...(judged?.verdicts ?? [])];
  const expectations = graded.map((entry) =>
    entry.by === "judge" ? { ...entry, ...verdicts.shift() } : entry,
  );
  return {
    ...countGraded(expectations),
    steering: judged?.steering ?? [],
    judgeUsage: judged?.usage ?? noUsage,
  };
}

const pick = ({ passed, evidence }: { passed: boolean | null; evidence: string }) => ({ passed, evidence });

export function countGraded(
  expectations: GradedExpectation[],
): Pick<Grading, "expectations" | "passed" | "failed" | "ungraded" | "passRate"> {
  const passed = expectations.filter((entry) => entry.passed === true).length;
  const failed = expectations.filter((entry) => entry.passed === false).length;
  const decided = passed + failed;
  return {
    expectations,
    passed,
    failed,
    ungraded: expectations.length - decided,
    passRate: decided === 0 ? null : passed / decided,
  };
}
