import { readFile, stat } from "node:fs/promises";
import { findInFolder } from "../eval/check-env.ts";
import type { EvalWords } from "../eval/eval-words.ts";
import { checkSchema } from "../eval/run-check.ts";
import { cutObject } from "../eval/judge-form.ts";
import { matchesInput } from "../eval/match-input.ts";
import type { CallRecord, RunCommand, RunRecord } from "../eval/run-record.ts";
import type { CallExpect, TestExpect } from "./skill-test.ts";
import type { TestWords } from "./test-words.ts";

/** What does not hold, with the path of the expectation inside `expect`. */
export interface Unmet {
  at: (string | number)[];
  message: string;
  /** How the expectation would have to read in order to hold, where that can be said. */
  fix?: { at: (string | number)[]; value: unknown };
}

export interface CheckTestEnv {
  words: TestWords;
  evalWords: EvalWords;
  runCommand: RunCommand;
  signal: AbortSignal;
}

const maxShown = 500;
const show = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
const list = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

interface TextRules {
  contains?: string | string[] | undefined;
  notContains?: string | string[] | undefined;
  matches?: string | string[] | undefined;
  equals?: string | undefined;
}

function checkText(text: string, rules: TextRules, at: (string | number)[], words: TestWords): Unmet[] {
  const unmet: Unmet[] = [];
  for (const part of list(rules.contains))
    if (!text.includes(part))
      unmet.push({
        at: [...at, "contains"],
        message: words("skillTest.notContained", { part: show(part), text: show(text) }),
      });
  for (const part of list(rules.notContains))
    if (text.includes(part))
      unmet.push({ at: [...at, "notContains"], message: words("skillTest.contained", { part: show(part) }) });
  for (const pattern of list(rules.matches)) {
    const read = toPattern(pattern);
    if (read === undefined)
      unmet.push({ at: [...at, "matches"], message: words("skillTest.badPattern", { pattern }) });
    else if (!read.test(text))
      unmet.push({
        at: [...at, "matches"],
        message: words("skillTest.notMatched", { pattern, text: show(text) }),
      });
  }
  if (rules.equals !== undefined && rules.equals !== text)
    unmet.push({
      at: [...at, "equals"],
      message: words("skillTest.notEqual", { expected: show(rules.equals), text: show(text) }),
      fix: { at: [...at, "equals"], value: text },
    });
  return unmet;
}

function toPattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "mu");
  } catch {
    return undefined;
  }
}

async function checkFiles(
  expect: NonNullable<TestExpect["files"]>,
  folder: string,
  words: TestWords,
): Promise<Unmet[]> {
  const unmet: Unmet[] = [];
  for (const [path, rule] of Object.entries(expect)) {
    const at = ["files", path];
    const real = await findInFolder(folder, path);
    const rules = typeof rule === "boolean" ? { exists: rule } : rule;
    const isWanted = rules.exists !== false && rules.absent !== true;
    if (real === undefined && isWanted) unmet.push({ at, message: words("skillTest.noFile", { path }) });
    if (real !== undefined && !isWanted) unmet.push({ at, message: words("skillTest.isFile", { path }) });
    if (real === undefined || !isWanted) continue;
    const hasText = [rules.contains, rules.notContains, rules.matches, rules.equals].some(
      (value) => value !== undefined,
    );
    if (!hasText) continue;
    if (!(await stat(real)).isFile()) unmet.push({ at, message: words("skillTest.noFile", { path }) });
    else unmet.push(...checkText(await readFile(real, "utf8"), rules, at, words));
  }
  return unmet;
}

const readCall = (expect: CallExpect) => (typeof expect === "string" ? { tool: expect } : expect);

function isCall(expect: CallExpect, call: CallRecord): boolean {
  const { tool, input = {}, status } = { input: undefined, status: undefined, ...readCall(expect) };
  return (
    call.name === tool && (status === undefined || status === call.status) && matchesInput(input, call.input)
  );
}

const wordCall = (expect: CallExpect): string => {
  const { tool, ...rest } = readCall(expect);
  return Object.keys(rest).length === 0 ? tool : `${tool} ${show(JSON.stringify(rest))}`;
};

/** Those that are expected, in order; the first that cannot be found behind the one before it is named. */
function checkCalls(
  { calls = [], notCalls = [] }: TestExpect,
  made: readonly CallRecord[],
  words: TestWords,
): Unmet[] {
  const unmet: Unmet[] = [];
  const shown = made.map(({ name, input }) => `${name} ${show(JSON.stringify(input))}`).join("\n") || "–";
  let from = 0;
  for (const [index, expect] of calls.entries()) {
    const found = made.findIndex((call, place) => place >= from && isCall(expect, call));
    if (found === -1) {
      const isEarlier = made.some((call, place) => place < from && isCall(expect, call));
      unmet.push({
        at: ["calls", index],
        message: words(isEarlier ? "skillTest.callOrder" : "skillTest.noCall", {
          call: wordCall(expect),
          made: shown,
        }),
        fix: { at: ["calls"], value: made.map(({ name }) => name) },
      });
      break;
    }
    from = found + 1;
  }
  for (const [index, expect] of notCalls.entries()) {
    const call = made.find((one) => isCall(expect, one));
    if (call)
      unmet.push({
        at: ["notCalls", index],
        message: words("skillTest.calls", { call: `${call.name} ${show(JSON.stringify(call.input))}` }),
      });
  }
  return unmet;
}

async function checkCommands(
  commands: NonNullable<TestExpect["commands"]>,
  folder: string,
  { words, runCommand, signal }: CheckTestEnv,
): Promise<Unmet[]> {
  const unmet: Unmet[] = [];
  for (const [index, { run, exit = 0, stdout, stderr }] of commands.entries()) {
    const at = ["commands", index];
    const result = await runCommand({ command: run, folder, signal });
    if (!result.ran) {
      unmet.push({ at, message: words("skillTest.notRun", { command: run, reason: result.reason }) });
      continue;
    }
    if (result.exitCode !== exit) {
      const code = result.stopped ?? result.exitCode ?? "-";
      const said = show((result.stderr || result.stdout).trim());
      unmet.push({
        at,
        message: words("skillTest.exit", { command: run, code, expected: exit, said }),
      });
    }
    unmet.push(...checkText(result.stdout, { contains: list(stdout) as string[] }, [...at, "stdout"], words));
    unmet.push(...checkText(result.stderr, { contains: list(stderr) as string[] }, [...at, "stderr"], words));
  }
  return unmet;
}

function checkAnswer(expect: TestExpect, record: RunRecord, { words, evalWords }: CheckTestEnv): Unmet[] {
  const unmet: Unmet[] = [];
  const { text, schema } = expect;
  if (text !== undefined)
    unmet.push(
      ...(typeof text === "string"
        ? checkText(record.text, { contains: text }, ["text"], words).map((one) => ({ ...one, at: ["text"] }))
        : checkText(record.text, text, ["text"], words)),
    );
  if (schema === undefined) return unmet;
  const parsed = parse(record.text);
  if (parsed === undefined)
    return [...unmet, { at: ["schema"], message: words("skillTest.noJson", { text: show(record.text) }) }];
  const outcome = checkSchema(schema, parsed.value, evalWords);
  if (outcome.passed !== true) unmet.push({ at: ["schema"], message: outcome.evidence });
  return unmet;
}

function parse(text: string): { value: unknown } | undefined {
  for (const candidate of new Set([text, cutObject(text)]))
    try {
      return { value: JSON.parse(candidate) as unknown };
    } catch {
      continue;
    }
  return undefined;
}

function checkLimits(expect: TestExpect, record: RunRecord, words: TestWords): Unmet[] {
  const { maxCost, maxTokens, maxIterations, noQuestions, ends = "done" } = expect;
  const { usage, iterations, questions, reason } = record;
  const tokens = usage.input + usage.output;
  const unmet: Unmet[] = [];
  const over = (key: string, value: number, limit: number): void =>
    void unmet.push({ at: [key], message: words("skillTest.over", { key, value, limit }) });
  if (maxTokens !== undefined && tokens > maxTokens) over("maxTokens", tokens, maxTokens);
  if (maxIterations !== undefined && iterations > maxIterations)
    over("maxIterations", iterations, maxIterations);
  if (maxCost !== undefined && usage.cost === undefined)
    unmet.push({ at: ["maxCost"], message: words("skillTest.costUnknown") });
  else if (maxCost !== undefined && (usage.cost ?? 0) > maxCost) over("maxCost", usage.cost ?? 0, maxCost);
  if (noQuestions === true && questions > 0)
    unmet.push({ at: ["noQuestions"], message: words("skillTest.asked", { count: questions }) });
  if (reason !== ends) {
    const detail = record.error ? `: ${record.error.detail ?? record.error.code}` : "";
    unmet.push({
      at: ["ends"],
      message: words("skillTest.ended", { reason: `${reason}${detail}`, expected: ends }),
    });
  }
  const missing = list(expect.activates).filter((name) => !record.activated.includes(name));
  for (const name of missing)
    unmet.push({ at: ["activates"], message: words("skillTest.notActivated", { name }) });
  return unmet;
}

/** Everything of a test that a run does not meet. */
export async function checkTest(expect: TestExpect, record: RunRecord, env: CheckTestEnv): Promise<Unmet[]> {
  const { words } = env;
  return [
    ...checkLimits(expect, record, words),
    ...checkAnswer(expect, record, env),
    ...checkCalls(expect, record.calls, words),
    ...(await checkFiles(expect.files ?? {}, record.folder, words)),
    ...(await checkCommands(expect.commands ?? [], record.folder, env)),
  ];
}
