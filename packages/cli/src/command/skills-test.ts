import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import type { TestCommandWords, TestReport, TestResult } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { plain } from "./skills-place.ts";

export interface TestFlags {
  filter?: string;
  update?: boolean;
  live?: boolean;
  junit?: string;
  model?: string;
  baseUrl?: string;
  sandbox?: boolean;
}

const marks: Record<TestReport["state"], string> = { passed: "✓", failed: "✗", skipped: "○", updated: "↻" };

/** A text of several lines, each of unknown origin, under the line that it belongs to. */
function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${plain(line)}`)
    .join("\n");
}

function wordReport(cwd: string, report: TestReport, words: TestCommandWords): string {
  const { state, skill, name, ms, failures, reason, diff, how } = report;
  const place = (file: string, line: number): string => plain(`${relative(cwd, file) || file}:${line}`);
  const lines = [words("cliTest.line", { mark: marks[state], skill: plain(skill), name: plain(name), ms })];
  if (reason !== undefined) lines.push(`    ${plain(reason)}`);
  if (how === "record")
    lines.push(`    ${words("cliTest.recorded", { file: place(report.file, report.line) })}`);
  for (const failure of failures)
    lines.push(
      `  ${place(failure.file, failure.line)} ${plain(failure.expectation)}`,
      indent(failure.message),
    );
  if (diff !== undefined)
    lines.push(`    ${words("cliTest.changed", { file: place(report.file, report.line) })}`, indent(diff));
  for (const note of report.notes) lines.push(indent(note));
  return lines.join("\n");
}

function exitOf({ summary, stopped }: TestResult): number {
  if (stopped) return 130;
  return summary.failed > 0 ? 1 : 0;
}

/** `skillmint skills test <skill>…`: 0 all passed, 1 some failed, 2 usage. */
export async function testSkills(
  context: CliContext,
  names: readonly string[],
  flags: TestFlags,
): Promise<number> {
  const { loadTestWords, writeJunit } = await import("@skillmint/core");
  const words = await loadTestWords(context.language);
  const runtime = await context.runtime();
  const { tests } = await runtime.authoring();
  const { filter, update, live, model, baseUrl } = flags;
  const result = await tests.run(
    { folder: context.cwd, environment: context.environment },
    names,
    {
      ...(filter === undefined ? {} : { filter }),
      ...(update ? { update } : {}),
      ...(live ? { live } : {}),
      ...(model === undefined ? {} : { model }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(flags.sandbox === false ? { sandbox: "off" as const } : {}),
    },
    {
      signal: context.signal,
      onProgress: (progress) => {
        if (progress.type === "test.ended" && !context.json && !context.quiet)
          context.print(wordReport(context.cwd, progress.report, words));
      },
    },
  );
  for (const { path, line, message } of result.diagnostics)
    context.stderr.write(`${plain(path)}${line === undefined ? "" : `:${line}`}: ${plain(message)}\n`);
  if (flags.junit !== undefined) {
    const file = resolve(context.cwd, flags.junit);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await writeJunit(result));
    if (!context.json) context.stderr.write(`${words("cliTest.junit", { file: plain(file) })}\n`);
  }
  if (context.json) context.printJson(result);
  else {
    const { passed, failed, skipped, updated } = result.summary;
    if (result.stopped) context.print(words("cliTest.stopped"));
    context.print(words("cliTest.summary", { passed, failed, skipped, updated, ms: result.ms }));
  }
  return exitOf(result);
}
