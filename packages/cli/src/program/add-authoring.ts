import { Option, type Command } from "commander";
import type { EnhanceFlags, WriteFlags } from "../command/skills-author.ts";
import type { CreateFlags } from "../command/skills-manage.ts";
import type { WorkFlags } from "../command/skills-work.ts";
import type { Run } from "./run.ts";

const aSkill = "id, name or plugin:name";

/** Flags of every command that asks a model. */
export function withModel(command: Command): Command {
  return command
    .option("--model <provider/model>", "the model to use")
    .option("--base-url <url>", "the address of the model's API");
}

/** A wish in words, in any language: what is shorter was meant as a name. */
function isDescription(text: string): boolean {
  return text.split(/\s+/).length >= 3 || /[^\x00-\x7f].{5}/u.test(text);
}

/** Commands that write skills: by hand or with a model. */
function addWriting(skills: Command, run: Run): void {
  const load = () => import("../command/skills-author.ts");
  withModel(
    skills
      .command("create")
      .description("a new skill: one name makes a template, a description is written by a model")
      .argument("<name or description...>", "lower-case letters, digits and hyphens; or what it should do")
      .option("--description <text>", "what it does and when to use it")
      .option("--project", "into .skillmint/skills of this folder")
      .option("--body-file <file>", "the instructions; `-` reads them from standard input")
      .option("--yes", "apply what the model wrote without asking"),
  ).action((words: string[], flags: CreateFlags & WriteFlags) => {
    const text = words.join(" ").trim();
    return run(async (context) =>
      isDescription(text)
        ? (await load()).writeSkill(context, text, flags)
        : (await import("../command/skills-manage.ts")).createSkill(context, text, flags),
    );
  });
  withModel(
    skills
      .command("enhance")
      .description("learns from a conversation: enhances a skill, or writes a new one")
      .argument("[focus...]", "what to look for")
      .option("--conversation <file>", "an export of ours, a transcript of Claude Code, or any text")
      .addOption(new Option("--session <id>", "a session").conflicts("conversation"))
      .option("--skill <skill>", "change this one only")
      .option("--project", "a new one goes into .skillmint/skills of this folder")
      .option(
        "--until-better",
        "accept a change only where held-out evals of the skill show that it is better",
      )
      .option("--runs <n>", "with --until-better: repetitions of each case (3)")
      .option("--max-cost <usd>", "with --until-better: what the evals of one change may cost")
      .option("--yes", "apply it without asking"),
  ).action((words: string[], flags: EnhanceFlags) =>
    run(async (context) => (await load()).enhanceSkill(context, words, flags)),
  );
  withModel(
    skills
      .command("evaluate")
      .description("how good a skill is, by five criteria, and what to do about it")
      .argument("<skill>", aSkill),
  ).action((name: string, flags: WorkFlags) =>
    run(async (context) => (await load()).evaluateSkill(context, name, flags)),
  );
}

/** Commands about drafts and versions. */
function addKeeping(skills: Command, run: Run): void {
  const loadDrafts = () => import("../command/skills-drafts.ts");
  const loadHistory = () => import("../command/skills-history.ts");
  skills
    .command("drafts")
    .description("what was written and waits for you; one of them with all its changes")
    .argument("[draft]")
    .action((id?: string) => run(async (context) => (await loadDrafts()).listDrafts(context, id)));
  skills
    .command("apply")
    .description("makes a skill of a draft")
    .argument("<draft>")
    .option("--yes", "without asking")
    .action((id: string, flags: { yes?: boolean }) =>
      run(async (context) => (await loadDrafts()).applyDraft(context, id, flags)),
    );
  skills
    .command("discard")
    .description("drops a draft")
    .argument("<draft>")
    .action((id: string) => run(async (context) => (await loadDrafts()).discardDraft(context, id)));
  skills
    .command("history")
    .description("the states a skill had; what one of them changed")
    .argument("<skill>", aSkill)
    .option("--diff <version>", "what this version changed")
    .action((name: string, flags: { diff?: string }) =>
      run(async (context) => (await loadHistory()).showHistory(context, name, flags)),
    );
  skills
    .command("rollback")
    .description("makes a skill what it was")
    .argument("<skill>", aSkill)
    .argument("[version]", "default: the state before this one")
    .option("--yes", "without asking")
    .action((name: string, version: string | undefined, flags: { yes?: boolean }) =>
      run(async (context) => (await loadHistory()).rollbackSkill(context, name, version, flags)),
    );
}

export function addAuthoring(skills: Command, run: Run): void {
  addWriting(skills, run);
  addKeeping(skills, run);
}
