import { arms, type Arm } from "./arm.ts";
import type { EvalResult } from "./eval-result.ts";
import type { CaseRun } from "./eval-run.ts";
import type { ArmSummary } from "./summarize-evals.ts";
import type { Spread } from "./statistics.ts";

const round = (value: number | null, digits = 4): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;

/** Public readers expect numbers: what one value cannot show is 0 there, and `count` tells. */
function spread({ mean, stddev, min, max, count }: Spread) {
  return { mean: round(mean), stddev: round(stddev) ?? 0, min: round(min), max: round(max), count };
}

function signed(first: number | null, second: number | null, digits: number): string | null {
  if (first === null || second === null) return null;
  const by = first - second;
  return `${by < 0 ? "-" : "+"}${Math.abs(by).toFixed(digits)}`;
}

function armOf(summary: ArmSummary) {
  const { passRate, seconds, tokens, cost, wholeRuns, expectations, activated } = summary;
  return {
    pass_rate: spread(passRate),
    time_seconds: spread(seconds),
    tokens: spread(tokens),
    ...(cost.count > 0 ? { cost_usd: spread(cost) } : {}),
    whole_runs: wholeRuns,
    expectations,
    activated,
    runs: summary.runs,
    failed_runs: summary.failedRuns,
    not_graded: summary.ungraded,
    refused_calls: summary.refused,
    questions: summary.questions,
  };
}

/** An expectation as the viewers of public tools show it. */
export function publicExpectations(run: Pick<CaseRun, "expectations">) {
  return run.expectations.map(({ text, passed, evidence, by }) => ({
    text,
    passed: passed === true,
    evidence,
    graded_by: by,
    ...(passed === null ? { not_graded: true } : {}),
  }));
}

function runOf(run: CaseRun) {
  return {
    eval_id: run.id,
    configuration: run.arm,
    run_number: run.number,
    state: run.state,
    result: {
      pass_rate: round(run.passRate),
      passed: run.passed,
      failed: run.failed,
      not_graded: run.ungraded,
      total: run.expectations.length,
      time_seconds: round(run.ms / 1000, 3),
      tokens: run.tokens,
      ...(run.cost === undefined ? {} : { cost_usd: run.cost }),
      tool_calls: run.toolCalls,
      errors: run.toolErrors,
      refused: run.refused.length,
      questions: run.questions,
    },
    expectations: publicExpectations(run),
    notes: [...(run.problem === undefined ? [] : [run.problem]), ...run.steering],
  };
}

/** Of two arms, in the words of the public format; with an older version and no baseline, that one. */
function deltaOf(result: EvalResult) {
  const byArm = (arm: Arm): ArmSummary | undefined => result.summary.arms.find((one) => one.arm === arm);
  const first = byArm("with_skill");
  const second = byArm("without_skill") ?? byArm("old_skill");
  if (!first || !second) return undefined;
  return {
    pass_rate: signed(first.passRate.mean, second.passRate.mean, 2),
    time_seconds: signed(first.seconds.mean, second.seconds.mean, 1),
    tokens: signed(first.tokens.mean, second.tokens.mean, 0),
  };
}

/** `benchmark.json` as public tools read it, with what they do not have beside it. */
export function toBenchmark(result: EvalResult) {
  const { summary } = result;
  const delta = deltaOf(result);
  const order = (run: CaseRun): number => arms.indexOf(run.arm);
  const runs = result.caseRuns.toSorted(
    (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) || order(a) - order(b) || a.number - b.number,
  );
  return {
    metadata: {
      skill_name: result.skill.name,
      skill_path: result.skill.folder,
      executor_model: result.model,
      analyzer_model: result.judgeModel,
      timestamp: new Date(result.startedAt).toISOString(),
      evals_run: summary.cases.map(({ id }) => id),
      runs_per_configuration: result.runsPerCase,
      held_out_share: result.split.share,
      seed: result.split.seed,
      state: result.state,
      ...(result.stopped ? { stopped: result.stopped.why } : {}),
      ...(result.against === undefined ? {} : { against: result.against }),
    },
    runs: runs.map(runOf),
    run_summary: {
      ...Object.fromEntries(summary.arms.map((arm) => [arm.arm, armOf(arm)])),
      ...(delta ? { delta } : {}),
    },
    differences: summary.differences,
    cases: summary.cases.map(({ id, part, passRates }) => ({ id, part, pass_rates: passRates })),
    ...(summary.triggers ? { triggers: summary.triggers, trigger_runs: result.triggerRuns } : {}),
    totals: result.spent,
    notes: result.diagnostics.map(
      ({ path, line, message }) => `${path}${line === undefined ? "" : `:${line}`}: ${message}`,
    ),
  };
}

export function toGrading(run: CaseRun) {
  const expectations = publicExpectations(run);
  return {
    expectations,
    assertion_results: expectations,
    summary: {
      passed: run.passed,
      failed: run.failed,
      not_graded: run.ungraded,
      total: run.expectations.length,
      pass_rate: round(run.passRate),
    },
    execution_metrics: { total_tool_calls: run.toolCalls, errors_encountered: run.toolErrors },
    state: run.state,
    ...(run.problem === undefined ? {} : { problem: run.problem }),
    refused: run.refused,
    questions: run.questions,
    ...(run.steering.length === 0 ? {} : { text_addressed_to_the_grader: run.steering }),
  };
}

export function toTiming({ tokens, ms, cost }: Pick<CaseRun, "tokens" | "ms" | "cost">) {
  return {
    total_tokens: tokens,
    duration_ms: ms,
    total_duration_seconds: ms / 1000,
    ...(cost === undefined ? {} : { cost_usd: cost }),
  };
}
