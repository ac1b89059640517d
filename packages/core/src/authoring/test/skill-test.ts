import { z } from "zod";

const texts = z.union([z.string(), z.array(z.string()).min(1)]);

/** What must hold of one file of the workspace. `true`: it is there, `false`: it is not. */
const fileExpect = z.union([
  z.boolean(),
  z.strictObject({
    exists: z.boolean().optional(),
    absent: z.boolean().optional(),
    contains: texts.optional(),
    notContains: texts.optional(),
    matches: texts.optional(),
    equals: z.string().optional(),
  }),
]);

const commandExpect = z.strictObject({
  run: z.string().min(1),
  exit: z.number().int().optional(),
  stdout: texts.optional(),
  stderr: texts.optional(),
});

/** A call of this tool whose input has at least these parts; texts are found in the texts there. */
const callExpect = z.union([
  z.string().min(1),
  z.strictObject({
    tool: z.string().min(1),
    input: z.record(z.string(), z.unknown()).optional(),
    status: z.enum(["ok", "error", "denied", "interrupted"]).optional(),
  }),
]);

const textExpect = z.union([
  z.string(),
  z.strictObject({
    contains: texts.optional(),
    notContains: texts.optional(),
    matches: texts.optional(),
    equals: z.string().optional(),
  }),
]);

export const testExpect = z.strictObject({
  files: z.record(z.string(), fileExpect).optional(),
  commands: z.array(commandExpect).optional(),
  /** In this order; others may stand between them. */
  calls: z.array(callExpect).optional(),
  notCalls: z.array(callExpect).optional(),
  text: textExpect.optional(),
  /** JSON schema of the answer. */
  schema: z.record(z.string(), z.unknown()).optional(),
  noQuestions: z.boolean().optional(),
  activates: texts.optional(),
  maxCost: z.number().nonnegative().optional(),
  maxTokens: z.number().int().nonnegative().optional(),
  maxIterations: z.number().int().positive().optional(),
  /** How the run ends. Default: `done`. */
  ends: z.enum(["done", "waiting", "limit", "loop", "error"]).optional(),
});
export type TestExpect = z.infer<typeof testExpect>;
export type CallExpect = z.infer<typeof callExpect>;

/** One test in a skill's `tests/*.jsonc`. */
export const skillTest = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  prompt: z.string().min(1),
  /** Files by path, or a folder beside the test whose content the workspace begins with. */
  files: z.union([z.string().min(1), z.record(z.string(), z.string())]).optional(),
  /** Recorded run, beside the test. Without one the test runs only live. */
  cassette: z.string().min(1).optional(),
  /** `calls`: words of prompts and skills may differ from the recording. */
  match: z.enum(["strict", "calls"]).optional(),
  /** Default: `own`. */
  use: z.enum(["own", "offered"]).optional(),
  /** What is answered to questions, in order, when it is recorded or run live. */
  answers: z.array(z.string()).optional(),
  skip: z.union([z.boolean(), z.string()]).optional(),
  expect: testExpect,
});
export type SkillTest = z.infer<typeof skillTest>;

/** A test and where it stands. */
export interface FoundTest {
  test: SkillTest;
  name: string;
  file: string;
  line: number;
  /** Its place in the file: empty for the file itself, a number in a list. */
  at: readonly (string | number)[];
}
