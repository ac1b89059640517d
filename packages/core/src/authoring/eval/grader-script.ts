import { dirname, extname } from "node:path";
import { z } from "zod";
import type { CheckOutcome } from "./check.ts";
import { cutObject } from "./judge-form.ts";
import { cutEvidence, findInFolder, type CheckEnv, type CheckSubject } from "./check-env.ts";

const graderMs = 30_000;

/** How a script is started; any other is a program of its own. */
const interpreters: Readonly<Record<string, string>> = {
  ".py": "python3",
  ".js": "node",
  ".mjs": "node",
  ".cjs": "node",
  ".ts": "node",
  ".sh": "bash",
};

const graderReply = z.object({
  passed: z.boolean(),
  evidence: z.string().optional(),
  reason: z.string().optional(),
});

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Runs a grader of the skill in the folder of the run. It reads JSON on its standard input (prompt, answer, transcript,
 * outputs, calls) and says how it went: a JSON object with `passed`, or exit code 0 for passed and 1 for failed.
 * Anything else is a crash: it decides nothing.
 */
export async function runGraderScript(
  path: string,
  subject: CheckSubject,
  env: CheckEnv,
): Promise<CheckOutcome> {
  const { words, skillFolder, signal } = env;
  const crash = (evidence: string): CheckOutcome => ({ passed: null, crashed: true, evidence });
  const file = await findInFolder(skillFolder, path);
  if (file === undefined) return crash(words("eval.grader.missing", { file: path }));
  const { record, prompt, transcript, outputs } = subject;
  const program = interpreters[extname(file)];
  const result = await env.runCommand({
    command: program === undefined ? quote(file) : `${program} ${quote(file)}`,
    folder: record.folder,
    input: JSON.stringify({
      prompt,
      answer: record.text,
      transcript,
      folder: record.folder,
      outputs: outputs.map(({ path: name }) => name),
      calls: record.calls.map(({ name, input, status }) => ({ name, input, status })),
    }),
    timeoutMs: graderMs,
    readable: [dirname(file)],
    signal,
  });
  if (!result.ran) return crash(words("eval.grader.notRun", { file: path, reason: result.reason }));
  if (result.stopped !== undefined)
    return crash(
      words("eval.grader.notRun", {
        file: path,
        reason: words("eval.check.stopped", { reason: result.stopped }),
      }),
    );
  const { exitCode, stdout, stderr } = result;
  const said = parseReply(stdout);
  if (said) {
    const evidence = cutEvidence(said.evidence ?? said.reason ?? "");
    return { passed: said.passed, evidence };
  }
  if (stdout.trim() !== "" && stdout.trim().startsWith("{"))
    return crash(
      words("eval.grader.reply", { file: path, expected: '{"passed": …}', reason: cutEvidence(stdout) }),
    );
  if (exitCode === 0 || exitCode === 1)
    return exitCode === 1 && looksBroken(stderr)
      ? crash(words("eval.grader.crashed", { file: path, code: exitCode, reason: lastLines(stderr) }))
      : { passed: exitCode === 0, evidence: cutEvidence(stdout || stderr) };
  return crash(
    words("eval.grader.crashed", { file: path, code: exitCode ?? "-", reason: lastLines(stderr || stdout) }),
  );
}

/** Interpreters end with 1 also where the script itself is broken. */
function looksBroken(stderr: string): boolean {
  return /^Traceback \(most recent call last\)|^\s+at .+:\d+:\d+\)?$|^node:internal|SyntaxError/m.test(
    stderr,
  );
}

/** What an interpreter says last is often where it was, not what was wrong. */
function lastLines(text: string): string {
  const lines = text.trim().split("\n");
  const named = lines.findLast((line) => /^\s*(?:\w+\.)*\w*(?:Error|Exception)\b/.test(line));
  return cutEvidence(named ?? lines.slice(-3).join("\n"));
}

function parseReply(stdout: string): z.infer<typeof graderReply> | undefined {
  try {
    return graderReply.safeParse(JSON.parse(cutObject(stdout.trim()))).data;
  } catch {
    return undefined;
  }
}
