import { Option, type Command } from "commander";
import type { ApproveFlags } from "../command/skills-approve.ts";
import type { WorkFlags } from "../command/skills-work.ts";
import { addAuthoring } from "./add-authoring.ts";
import { addInstall } from "./add-install.ts";
import { addPacks } from "./add-packs.ts";
import { addSkillEvals } from "./add-skill-evals.ts";
import { addSkillTests } from "./add-skill-tests.ts";
import type { Run } from "./run.ts";

const aSkill = "id, name or plugin:name";

/** Commands that look. */
function addLooking(skills: Command, run: Run): void {
  const load = () => import("../command/skills.ts");
  skills
    .command("list")
    .description("all skills by layer, and why some are not offered")
    .action(() => run(async (context) => (await load()).listSkills(context)));
  skills
    .command("search")
    .argument("<words...>")
    .option("--rerank", "let a model order what there is by meaning")
    .option("--model <provider/model>", "the model to use")
    .option("--base-url <url>", "the address of the model's API")
    .action((words: string[], flags: WorkFlags & { rerank?: boolean }) =>
      run(async (context) =>
        flags.rerank
          ? (await import("../command/skills-author.ts")).rerankSkills(context, words.join(" "), flags)
          : (await load()).searchSkills(context, words),
      ),
    );
  skills
    .command("show")
    .description("what a skill says, asks for and needs")
    .argument("<skill>", aSkill)
    .option("--file <path>", "print this file of it")
    .action((name: string, flags: { file?: string }) =>
      run(async (context) => (await import("../command/skills-show.ts")).showSkill(context, name, flags)),
    );
  skills
    .command("why")
    .description("which skills a session with this prompt is told of, and why")
    .argument("<prompt...>")
    .action((words: string[]) =>
      run(async (context) => (await import("../command/skills-why.ts")).whySkills(context, words)),
    );
  skills
    .command("check")
    .description("whether skills are valid, would be offered, and have what they need")
    .argument("<skill or path...>", "a skill, its folder or its SKILL.md")
    .option("--profile <profile>", "portable (the standard's keys) or claude")
    .action((texts: string[], flags: { profile?: string }) =>
      run(async (context) => (await import("../command/skills-check.ts")).checkSkills(context, texts, flags)),
    );
}

/** Commands that change something. */
function addManaging(skills: Command, run: Run): void {
  const load = () => import("../command/skills-manage.ts");
  skills
    .command("delete")
    .description("deletes a skill of yours with all its files")
    .argument("<skill>", aSkill)
    .option("--yes", "without asking")
    .action((name: string, flags: { yes?: boolean }) =>
      run(async (context) => (await load()).deleteSkill(context, name, flags)),
    );
  for (const [name, enabled] of [
    ["enable", true],
    ["disable", false],
  ] as const)
    skills
      .command(name)
      .argument("<skill>", aSkill)
      .action((skill: string) => run(async (context) => (await load()).switchSkill(context, skill, enabled)));
  skills
    .command("open")
    .description("its folder, in the file manager where there is a screen")
    .argument("<skill>", aSkill)
    .action((name: string) =>
      run(async (context) => (await import("../command/skills-open.ts")).openSkill(context, name)),
    );
  skills
    .command("approve")
    .description("lets a skill do what its allowed-tools say without a question")
    .argument("<skill>", aSkill)
    .option("--yes", "without asking")
    .addOption(new Option("--forget", "take it back").conflicts("yes"))
    .action((name: string, flags: ApproveFlags) =>
      run(async (context) =>
        (await import("../command/skills-approve.ts")).approveSkill(context, name, flags),
      ),
    );
}

export function addSkills(program: Command, run: Run): void {
  const skills = program
    .command("skills")
    .description(
      "list, search, show, why, check, create, enhance, evaluate, drafts, apply, discard, history, rollback, delete, enable, disable, open, approve, pack, verify, unpack, install, export, signers, eval, test",
    );
  addLooking(skills, run);
  addManaging(skills, run);
  addSkillEvals(skills, run);
  addSkillTests(skills, run);
  addAuthoring(skills, run);
  addPacks(skills, run);
  addInstall(skills, run);
}
