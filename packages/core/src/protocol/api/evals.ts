import { z } from "zod";
import { get, post } from "./endpoint.ts";
import { jobStarted } from "./jobs.ts";
import { diagnosticReply, placeQuery } from "./place.ts";
import { newCheckFile } from "./skill-tests.ts";

/** With the skill, without it, and with an older version of it. */
export const evalArms = ["with_skill", "without_skill", "old_skill"] as const;
export type EvalArm = (typeof evalArms)[number];

const arm = z.enum(evalArms);
const part = z.enum(["training", "held-out"]);
const interval = z.object({ low: z.number(), high: z.number() }).nullable();

/** `null` stands for what is not known: it is never 0. */
const rate = z.object({ hits: z.number(), total: z.number(), rate: z.number().nullable(), interval });
export type EvalRate = z.infer<typeof rate>;

const spread = z.object({
  mean: z.number().nullable(),
  stddev: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  count: z.number(),
});
export type EvalSpread = z.infer<typeof spread>;

const difference = z.object({
  mean: z.number().nullable(),
  interval,
  pairs: z.number(),
  verdict: z.enum(["better", "worse", "unclear", "too-few"]),
});
export type EvalDifference = z.infer<typeof difference>;

const armSummary = z.object({
  arm,
  runs: z.number(),
  passRate: spread,
  wholeRuns: rate,
  expectations: rate,
  tokens: spread,
  cost: spread,
  seconds: spread,
  toolCalls: spread,
  activated: rate,
  refused: z.number(),
  questions: z.number(),
  failedRuns: z.number(),
  ungraded: z.number(),
});
export type EvalArmSummary = z.infer<typeof armSummary>;

const measured = z.object({
  id: z.string(),
  number: z.number(),
  tokens: z.number(),
  cost: z.number().optional(),
  ms: z.number(),
  /** Why it failed. */
  problem: z.string().optional(),
});

const caseRun = measured.extend({
  arm,
  state: z.enum(["graded", "ungraded", "failed", "cancelled"]),
  passRate: z.number().nullable(),
  passed: z.number(),
  failed: z.number(),
  ungraded: z.number(),
  expectations: z.array(
    z.object({
      text: z.string(),
      /** `null`: nobody could decide it. */
      passed: z.boolean().nullable(),
      evidence: z.string(),
      by: z.enum(["code", "judge"]),
    }),
  ),
  toolCalls: z.number(),
  toolErrors: z.number(),
  questions: z.number(),
  activated: z.boolean(),
  /** Texts in what was made that try to influence who judges it. */
  steering: z.array(z.string()),
});
export type EvalCaseRun = z.infer<typeof caseRun>;

const triggerRun = measured.extend({ shouldTrigger: z.boolean(), triggered: z.boolean().nullable() });

/** What a measurement found out: the result of a job of the kind `eval`. */
export const evalReply = z.object({
  skill: z.object({ id: z.string(), name: z.string(), folder: z.string() }),
  against: z.string().optional(),
  model: z.string(),
  judgeModel: z.string(),
  startedAt: z.number(),
  ms: z.number(),
  arms: z.array(arm),
  runsPerCase: z.number(),
  state: z.enum(["complete", "partial"]),
  stopped: z.object({ why: z.string(), message: z.string() }).optional(),
  done: z.number(),
  total: z.number(),
  spent: z.object({ tokens: z.number(), cost: z.number().optional() }),
  summary: z.object({
    arms: z.array(armSummary),
    differences: z.array(
      z.object({ arm, against: arm, all: difference, training: difference, heldOut: difference }),
    ),
    cases: z.array(
      z.object({
        id: z.string(),
        part,
        prompt: z.string(),
        passRates: z.partialRecord(arm, z.number().nullable()),
      }),
    ),
    triggers: z
      .object({
        recall: rate,
        precision: rate,
        specificity: rate,
        unknown: z.number(),
        cases: z.array(
          z.object({
            id: z.string(),
            part,
            query: z.string(),
            shouldTrigger: z.boolean(),
            triggered: rate,
          }),
        ),
      })
      .optional(),
  }),
  caseRuns: z.array(caseRun),
  triggerRuns: z.array(triggerRun),
  diagnostics: z.array(diagnosticReply),
});
export type EvalReply = z.infer<typeof evalReply>;

const evalListing = z.object({
  files: z.array(z.string()),
  cases: z.array(
    z.object({
      id: z.string(),
      part,
      prompt: z.string(),
      expectations: z.array(z.string()),
      file: z.string(),
      line: z.number(),
    }),
  ),
  triggers: z.array(
    z.object({
      id: z.string(),
      part,
      query: z.string(),
      shouldTrigger: z.boolean(),
      file: z.string(),
      line: z.number(),
    }),
  ),
  diagnostics: z.array(diagnosticReply),
});
export type EvalListingReply = z.infer<typeof evalListing>;

const one = "/api/skills/:id/evals";

/** How much a skill helps. The report is served as a page at `/api/skills/:id/evals/report`. */
export const evalsApi = {
  listEvals: get({
    path: one,
    summary: "The cases of a skill's evals, and what is wrong with their files",
    query: placeQuery,
    reply: evalListing,
  }),
  writeEvals: post({
    path: `${one}/file`,
    summary: "Writes a new file of evals into the skill's folder; refused where there is one of that name",
    body: newCheckFile,
    reply: z.object({ path: z.string() }),
  }),
  runEvals: post({
    path: one,
    summary: "Measures a skill, with and without; a job",
    body: placeQuery.extend({
      /** Only cases with these ids. */
      only: z.array(z.string().min(1).max(500)).max(1_000).optional(),
      kinds: z
        .array(z.enum(["cases", "triggers"]))
        .min(1)
        .max(2)
        .optional(),
      /** Without the arm that has no skill. */
      noBaseline: z.boolean().optional(),
      /** The number of a kept version, as a third arm. */
      against: z.number().int().min(1).optional(),
      runs: z.number().int().min(1).max(50).optional(),
      jobs: z.number().int().min(1).max(16).optional(),
      /** US dollars, over everything. */
      maxCost: z.number().positive().max(10_000).optional(),
      model: z.string().min(1).max(300).optional(),
      judgeModel: z.string().min(1).max(300).optional(),
    }),
    reply: jobStarted,
  }),
  lastEvals: get({
    path: `${one}/last`,
    summary: "What the last measurement of a skill found out",
    query: placeQuery,
    reply: z.object({ result: evalReply.nullable() }),
  }),
};
