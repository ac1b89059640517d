import type { Diagnostic } from "../../protocol/index.ts";
import type { EvalPlan } from "./eval-plan.ts";
import type { EvalRuns } from "./run-evals.ts";

/** Graders that could not decide, each once, with the place of the expectation that asked for them. */
export function gradingProblems(plan: EvalPlan, { caseRuns }: EvalRuns): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const run of caseRuns) {
    const task = plan.cases.find(({ id }) => id === run.id);
    for (const { passed, evidence, line } of run.expectations) {
      if (passed !== null || !task) continue;
      const diagnostic: Diagnostic = {
        path: task.file,
        line,
        severity: "warning",
        code: "eval-not-graded",
        message: evidence,
      };
      found.set(`${task.file}:${line}:${evidence}`, diagnostic);
    }
  }
  return [...found.values()];
}
