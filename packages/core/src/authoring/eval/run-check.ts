import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { cutEvidence, findInFolder, type CheckEnv, type CheckSubject } from "./check-env.ts";
import type { Check, CheckOutcome, CheckTarget } from "./check.ts";
import type { EvalWords } from "./eval-words.ts";
import { runGraderScript } from "./grader-script.ts";
import { cutObject } from "./judge-form.ts";
import { matchesInput } from "./match-input.ts";

const commandMs = 60_000;

function textOf(subject: CheckSubject, target: CheckTarget): string {
  if (target === "answer") return subject.record.text;
  if (target === "transcript") return subject.transcript;
  return subject.outputs.map(({ text }) => text ?? "").join("\n");
}

/** The words around what was found. */
function around(text: string, at: number, length: number): string {
  return cutEvidence(text.slice(Math.max(0, at - 40), at + length + 40));
}

async function checkFile(
  check: Extract<Check, { type: "file" }>,
  subject: CheckSubject,
  words: EvalWords,
): Promise<CheckOutcome> {
  const { path, negated, phrase, pattern } = check;
  const real = await findInFolder(subject.record.folder, path);
  if (real === undefined) return { passed: negated, evidence: words("eval.check.noFile", { path }) };
  if (phrase === undefined && pattern === undefined)
    return { passed: !negated, evidence: words("eval.check.isFile", { path }) };
  if (!(await stat(real)).isFile())
    return { passed: negated, evidence: words("eval.check.noFile", { path }) };
  const text = await readFile(real, "utf8");
  const found = phrase === undefined ? new RegExp(pattern ?? "", "m").test(text) : text.includes(phrase);
  const shown = { text: cutEvidence(phrase ?? pattern ?? "") };
  return {
    passed: found !== negated,
    evidence: `${path}: ${words(found ? "eval.check.found" : "eval.check.notFound", shown)}`,
  };
}

/** Whether a value fits a JSON schema; `crashed` where the schema itself cannot be used. */
export function checkSchema(schema: Record<string, unknown>, value: unknown, words: EvalWords): CheckOutcome {
  let fits: z.ZodType;
  try {
    fits = z.fromJSONSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { passed: null, crashed: true, evidence: words("eval.check.badSchema", { reason }) };
  }
  const result = fits.safeParse(value);
  if (result.success) return { passed: true, evidence: words("eval.check.fits") };
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join(".") || "/";
  return { passed: false, evidence: words("eval.check.schema", { path, reason: issue?.message ?? "" }) };
}

function parseJson(text: string): { value: unknown } | { reason: string } {
  for (const candidate of [text, cutObject(text)])
    try {
      return { value: JSON.parse(candidate) as unknown };
    } catch (error) {
      if (candidate !== text || text === cutObject(text))
        return { reason: error instanceof Error ? error.message : String(error) };
    }
  return { reason: "" };
}

async function checkJson(
  check: Extract<Check, { type: "schema" }>,
  subject: CheckSubject,
  words: EvalWords,
): Promise<CheckOutcome> {
  let text = subject.record.text;
  if (check.path !== undefined) {
    const real = await findInFolder(subject.record.folder, check.path);
    if (real === undefined)
      return { passed: false, evidence: words("eval.check.noFile", { path: check.path }) };
    text = await readFile(real, "utf8");
  }
  const parsed = parseJson(text);
  if ("reason" in parsed)
    return { passed: false, evidence: words("eval.check.noJson", { reason: parsed.reason }) };
  return checkSchema(check.schema, parsed.value, words);
}

async function checkCommand(
  check: Extract<Check, { type: "command" }>,
  subject: CheckSubject,
  env: CheckEnv,
): Promise<CheckOutcome> {
  const { folder } = subject.record;
  const result = await env.runCommand({
    command: check.command,
    folder,
    timeoutMs: commandMs,
    signal: env.signal,
  });
  if (!result.ran) return { passed: null, crashed: true, evidence: result.reason };
  if (result.stopped !== undefined)
    return { passed: false, evidence: env.words("eval.check.stopped", { reason: result.stopped }) };
  const shown = { code: result.exitCode ?? "-", expected: check.exitCode };
  const said = cutEvidence(result.stderr || result.stdout);
  return {
    passed: result.exitCode === check.exitCode,
    evidence: `${env.words("eval.check.exit", shown)}${said === "" ? "" : `\n${said}`}`,
  };
}

function checkTool(
  check: Extract<Check, { type: "tool" }>,
  subject: CheckSubject,
  words: EvalWords,
): CheckOutcome {
  const { tool, input = {}, negated } = check;
  const call = subject.record.calls.find((made) => made.name === tool && matchesInput(input, made.input));
  const evidence = call
    ? words("eval.check.called", { tool, input: cutEvidence(JSON.stringify(call.input)) })
    : words("eval.check.notCalled", { tool });
  return { passed: (call !== undefined) !== negated, evidence };
}

/** What code says about an expectation. Never throws for what a run or a grader did. */
export async function runCheck(check: Check, subject: CheckSubject, env: CheckEnv): Promise<CheckOutcome> {
  const { words } = env;
  switch (check.type) {
    case "contains": {
      const text = textOf(subject, check.target);
      const at = text.toLowerCase().indexOf(check.phrase.toLowerCase());
      const evidence =
        at === -1
          ? words("eval.check.notFound", { text: cutEvidence(check.phrase) })
          : words("eval.check.found", { text: around(text, at, check.phrase.length) });
      return { passed: (at !== -1) !== check.negated, evidence };
    }
    case "matches": {
      const text = textOf(subject, check.target);
      const found = new RegExp(check.pattern, check.flags.replace("g", "")).exec(text);
      const evidence = found
        ? words("eval.check.found", { text: around(text, found.index, found[0].length) })
        : words("eval.check.notFound", { text: cutEvidence(check.pattern) });
      return { passed: (found !== null) !== check.negated, evidence };
    }
    case "file":
      return checkFile(check, subject, words);
    case "schema":
      return checkJson(check, subject, words);
    case "command":
      return checkCommand(check, subject, env);
    case "tool":
      return checkTool(check, subject, words);
    case "skill": {
      const isActive = subject.record.activated.includes(check.name);
      const evidence = words(isActive ? "eval.check.activated" : "eval.check.notActivated", {
        name: check.name,
      });
      return { passed: isActive !== check.negated, evidence };
    }
    case "script":
    default:
      return runGraderScript(check.path, subject, env);
  }
}
