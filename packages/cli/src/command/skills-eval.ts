import { join, resolve } from "node:path";
import type { EvalCommandWords, EvalOptions, EvalProgress, EvalResult } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { usage } from "./run-flags.ts";
import { plain } from "./skills-place.ts";

export interface EvalFlags {
  evals?: string[];
  only?: string[];
  part?: "training" | "held-out";
  against?: string;
  baseline?: boolean;
  triggers?: boolean;
  triggersOnly?: boolean;
  use?: "own" | "offered";
  runs?: string;
  jobs?: string;
  maxCost?: string;
  maxIterations?: string;
  maxTime?: string;
  model?: string;
  baseUrl?: string;
  judge?: string;
  heldOut?: string;
  seed?: string;
  out?: string;
  sandbox?: boolean;
}

interface NumberRule {
  flag: string;
  low: number;
  high: number;
  whole?: boolean;
}

/** Flags as options; a number that is none is refused with `usage`. */
export function toEvalOptions(cwd: string, flags: EvalFlags, { command }: EvalCommandWords): EvalOptions {
  const number = (value: string | undefined, { flag, low, high, whole }: NumberRule): number | undefined => {
    if (value === undefined) return undefined;
    const parsed = Number(value);
    const isNumber = value.trim() !== "" && parsed >= low && parsed <= high;
    if (!isNumber || (whole && !Number.isInteger(parsed)))
      throw usage(command("cliEval.badNumber", { flag, value: plain(value), low, high }));
    return parsed;
  };
  const runs = number(flags.runs, { flag: "--runs", low: 1, high: 1000, whole: true });
  const jobs = number(flags.jobs, { flag: "--jobs", low: 1, high: 64, whole: true });
  const maxCost = number(flags.maxCost, { flag: "--max-cost", low: 0.000001, high: 1_000_000 });
  const maxIterations = number(flags.maxIterations, {
    flag: "--max-iterations",
    low: 1,
    high: 1000,
    whole: true,
  });
  const seconds = number(flags.maxTime, { flag: "--max-time", low: 1, high: 86_400 });
  const heldOut = number(flags.heldOut, { flag: "--held-out", low: 0, high: 1 });
  const seed = number(flags.seed, { flag: "--seed", low: 0, high: 4_294_967_295, whole: true });
  const { against } = flags;
  return {
    ...(flags.evals ? { files: flags.evals.map((file) => resolve(cwd, file)) } : {}),
    ...(flags.only ? { only: flags.only } : {}),
    ...(flags.part ? { part: flags.part } : {}),
    ...(against === undefined ? {} : { against: /^\d+$/.test(against) ? against : resolve(cwd, against) }),
    ...(flags.baseline === false ? { noBaseline: true } : {}),
    ...(flags.triggers === false ? { kinds: ["cases"] } : flags.triggersOnly ? { kinds: ["triggers"] } : {}),
    ...(flags.use ? { use: flags.use } : {}),
    ...(runs === undefined ? {} : { runs }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(maxIterations === undefined ? {} : { maxIterations }),
    ...(seconds === undefined ? {} : { maxMs: seconds * 1000 }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(flags.judge === undefined ? {} : { judgeModel: flags.judge }),
    ...(heldOut === undefined ? {} : { heldOut }),
    ...(seed === undefined ? {} : { seed }),
    ...(flags.sandbox === false ? { sandbox: "off" } : {}),
    out: resolve(cwd, flags.out ?? "."),
  };
}

export function wordEvalProgress(
  progress: EvalProgress,
  { command, say, words }: EvalCommandWords,
): string | undefined {
  if (progress.type === "eval.started")
    return command("cliEval.started", {
      total: progress.total,
      cases: progress.cases,
      triggers: progress.triggers,
    });
  if (progress.type !== "eval.runEnded") return undefined;
  const { run, result, done, total } = progress;
  const arm = "arm" in result ? ` ${words(`eval.arm.${result.arm}`)}` : "";
  const name = `${plain(run.id)}${arm} #${run.number}`;
  const failed =
    result.problem === undefined ? undefined : command("cliEval.failed", { reason: plain(result.problem) });
  const shown =
    "arm" in result
      ? say.percent(result.passRate)
      : command(result.triggered === true ? "cliEval.triggered" : "cliEval.silent");
  return command("cliEval.progress", { done, total, name, result: failed ?? shown });
}

/** The numbers on a terminal. */
function wordResult(result: EvalResult, texts: EvalCommandWords): string {
  const { command, words, say } = texts;
  const { summary, stopped, done, total } = result;
  const arm = (name: keyof (typeof summary.cases)[number]["passRates"]): string => words(`eval.arm.${name}`);
  const lines = [words("eval.title", { skill: plain(result.skill.name) })];
  if (stopped) lines.push(words("eval.partial", { done, total, reason: stopped.message }));
  for (const one of summary.arms)
    lines.push(
      `  ${arm(one.arm)}: ${words("eval.passRate")} ${say.spread(one.passRate, say.percent)}; ${words("eval.wholeRuns")} ${say.rate(one.wholeRuns)}; ${words("eval.tokens")} ${say.spread(one.tokens, (value) => value.toFixed(0))}; ${words("eval.time")} ${say.spread(one.seconds, (value) => value.toFixed(1))}`,
    );
  for (const { arm: first, against, all, heldOut } of summary.differences) {
    const name = words("eval.versus", { arm: arm(first), other: arm(against) });
    lines.push(`  ${name}: ${say.difference(all)}. ${say.verdict(all)}`);
    lines.push(`    ${words("eval.part.held-out")}: ${say.difference(heldOut)}. ${say.verdict(heldOut)}`);
  }
  const { triggers } = summary;
  if (triggers)
    for (const name of ["recall", "precision", "specificity"] as const)
      lines.push(`  ${words(`eval.${name}`)}: ${say.rate(triggers[name])}`);
  const refused = summary.arms.reduce((sum, one) => sum + one.refused, 0);
  if (refused > 0) lines.push(`  ${command("cliEval.refused", { count: refused })}`);
  const { tokens, cost } = result.spent;
  lines.push(`  ${command("cliEval.spent", { tokens, cost: cost?.toFixed(4) ?? words("eval.unknown") })}`);
  const report = plain(join(result.folder, "report.html"));
  lines.push(command("cliEval.written", { folder: plain(result.folder), report }));
  return lines.join("\n");
}

/** 0: measured; 1: nothing could be; 4: a limit; 130: stopped by a person. */
function exitOf(result: EvalResult): number {
  if (result.stopped) return result.stopped.why === "cancelled" ? 130 : 4;
  const isAny =
    result.caseRuns.some(({ state }) => state === "graded") ||
    result.triggerRuns.some(({ triggered }) => triggered !== null);
  return isAny ? 0 : 1;
}

/** `skillmint skills eval <skill>` */
export async function evalSkill(context: CliContext, name: string, flags: EvalFlags): Promise<number> {
  const { loadEvalWords } = await import("@skillmint/core");
  const texts = await loadEvalWords(context.language);
  const options = toEvalOptions(context.cwd, flags, texts);
  const runtime = await context.runtime();
  const { evals } = await runtime.authoring();
  const tell = (text: string): void => void context.stderr.write(`${text}\n`);
  const place = { folder: context.cwd, environment: context.environment };
  const result = await evals.run(place, name, options, {
    signal: context.signal,
    onProgress: (progress) => {
      const line = context.quiet ? undefined : wordEvalProgress(progress, texts);
      if (line !== undefined) tell(line);
    },
  });
  for (const { path, line, message } of result.diagnostics)
    tell(`${plain(path)}${line === undefined ? "" : `:${line}`}: ${plain(message)}`);
  if (context.json) context.printJson(result);
  else context.print(wordResult(result, texts));
  const code = exitOf(result);
  if (code === 1) tell(texts.command("cliEval.nothingCounts"));
  return code;
}
