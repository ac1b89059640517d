import { z } from "zod";
import { get, post } from "./endpoint.ts";
import { jobStarted } from "./jobs.ts";
import { diagnosticReply, placeQuery } from "./place.ts";

export const testStates = ["passed", "failed", "skipped", "updated"] as const;

const testRow = z.object({
  name: z.string(),
  file: z.string(),
  line: z.number(),
  prompt: z.string(),
  /** The recording that it is played from. */
  cassette: z.string().optional(),
  /** Whether that is there; without it a model is needed. */
  recorded: z.boolean(),
});
export type SkillTestRow = z.infer<typeof testRow>;

const failure = z.object({
  file: z.string(),
  line: z.number(),
  /** Which expectation: `files.out.txt.contains`. */
  expectation: z.string(),
  message: z.string(),
});

/** The first place where a run leaves its recording. */
const divergence = z.object({
  step: z.number(),
  kind: z.string(),
  agent: z.string(),
  subject: z.string(),
  line: z.number().optional(),
  diff: z.string(),
});

const report = z.object({
  name: z.string(),
  file: z.string(),
  line: z.number(),
  state: z.enum(testStates),
  how: z.enum(["replay", "live", "record"]),
  failures: z.array(failure),
  /** Why it was skipped. */
  reason: z.string().optional(),
  divergence: divergence.optional(),
  /** What an update changed in the file of the test. */
  diff: z.string().optional(),
  notes: z.array(z.string()),
  ms: z.number(),
  tokens: z.number(),
  cost: z.number().optional(),
});
export type SkillTestReport = z.infer<typeof report>;

/** The result of a job of the kind `test`. */
export const skillTestsResult = z.object({
  reports: z.array(report),
  /** Files and tests that cannot be read: each counts as a failure. */
  diagnostics: z.array(diagnosticReply),
  summary: z.object({ passed: z.number(), failed: z.number(), skipped: z.number(), updated: z.number() }),
  ms: z.number(),
  stopped: z.boolean(),
});
export type SkillTestsResult = z.infer<typeof skillTestsResult>;

const one = "/api/skills/:id/tests";

/** A file of tests or evals that is not there yet: a plain name, and its text. */
export const newCheckFile = placeQuery.extend({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,80}\.jsonc?$/),
  text: z.string().min(2).max(1_048_576),
});

/** The tests that a skill brings. With a recording they need neither a key nor a network. */
export const skillTestsApi = {
  listTests: get({
    path: one,
    summary: "The tests of a skill, and what is wrong with their files",
    query: placeQuery,
    reply: z.object({ tests: z.array(testRow), diagnostics: z.array(diagnosticReply) }),
  }),
  writeTests: post({
    path: `${one}/file`,
    summary: "Writes a new file of tests into the skill's folder; refused where there is one of that name",
    body: newCheckFile,
    reply: z.object({ path: z.string() }),
  }),
  runTests: post({
    path: one,
    summary: "Runs the tests of a skill; a job",
    body: placeQuery.extend({
      /** Only tests whose name, or the name of whose file, has this text. */
      filter: z.string().min(1).max(500).optional(),
      /** Runs with a model: those without a recording, and the others too. */
      live: z.boolean().optional(),
      /** Records what is missing or has diverged, and rewrites expectations that can be. */
      update: z.boolean().optional(),
      model: z.string().min(1).max(300).optional(),
    }),
    reply: jobStarted,
  }),
};
