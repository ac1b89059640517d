import { Option, type Command } from "commander";
import type { EvalFlags } from "../command/skills-eval.ts";
import type { Run } from "./run.ts";

const collect = (value: string, list: string[] = []): string[] => [...list, value];

/** `skills eval` */
export function addSkillEvals(skills: Command, run: Run): void {
  skills
    .command("eval")
    .description("measures a skill: with it, without it, with an older version; and whether it triggers")
    .argument("<skill>", "id, name or plugin:name")
    .option(
      "--evals <file>",
      "cases in this file; default: those in the skill's evals folder (repeatable)",
      collect,
    )
    .option("--only <id>", "only this case (repeatable)", collect)
    .addOption(new Option("--part <part>", "only these cases").choices(["training", "held-out"]))
    .option("--against <version or folder>", "a third arm: a version of `skills history`, or a folder")
    .option("--no-baseline", "leave out the arm without the skill")
    .option("--no-triggers", "leave out trigger cases")
    .addOption(new Option("--triggers-only", "trigger cases alone").conflicts("triggers"))
    .addOption(
      new Option("--use <how>", "own: it runs as the skill; offered: the model decides").choices([
        "own",
        "offered",
      ]),
    )
    .option("--runs <n>", "repetitions of each case in each arm (3)")
    .option("--jobs <n>", "so many at once (4)")
    .option("--max-cost <usd>", "stop at so many US dollars, judge included")
    .option("--max-iterations <n>", "at most so many replies in a run")
    .option("--max-time <seconds>", "at most so long for a run")
    .option("--model <provider/model>", "the model to measure with")
    .option("--base-url <url>", "the address of the model's API")
    .option("--judge <provider/model>", "the model that judges; default: the same")
    .option("--held-out <share>", "part of the cases that no writer sees (0.4)")
    .option("--seed <n>", "for the split and the intervals (1)")
    .option("--out <dir>", "where <skill>-workspace is made; default: here")
    .option("--no-sandbox", "run commands of runs and graders without the sandbox")
    .action((name: string, flags: EvalFlags) =>
      run(async (context) => (await import("../command/skills-eval.ts")).evalSkill(context, name, flags)),
    );
}
