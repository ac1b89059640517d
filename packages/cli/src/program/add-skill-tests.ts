import type { Command } from "commander";
import type { TestFlags } from "../command/skills-test.ts";
import type { Run } from "./run.ts";

/** `skills test` */
export function addSkillTests(skills: Command, run: Run): void {
  skills
    .command("test")
    .description("runs the tests of skills (tests/*.jsonc); from cassettes without a key or a network")
    .argument("<skill...>", "id, name or plugin:name")
    .option("--filter <text>", "only tests with this in their name or file")
    .option("--update", "record what is missing or has changed, and write expectations anew")
    .option("--live", "with a model; with --update all cassettes are recorded anew")
    .option("--junit <file>", "write the results as JUnit XML")
    .option("--model <provider/model>", "the model of live runs")
    .option("--base-url <url>", "the address of the model's API")
    .option("--no-sandbox", "run commands without the sandbox")
    .action((names: string[], flags: TestFlags) =>
      run(async (context) => (await import("../command/skills-test.ts")).testSkills(context, names, flags)),
    );
}
