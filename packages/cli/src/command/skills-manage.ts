import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { CliContext } from "../cli-context.ts";
import { confirm } from "./confirm.ts";
import { readStdin } from "./read-stdin.ts";
import { usage } from "./run-flags.ts";
import { openPlace, plain } from "./skills-place.ts";

export interface CreateFlags {
  description?: string;
  project?: boolean;
  bodyFile?: string;
}

async function readBody(context: CliContext, file: string): Promise<string> {
  if (file === "-") return readStdin(context.stdin(), context.signal);
  const path = resolve(context.cwd, file);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const reason = (error as { code?: string }).code ?? String(error);
    throw usage(context.t("cliSkills.noBody", { file: plain(path), reason }));
  }
}

/** `skillmint skills create <name>` */
export async function createSkill(context: CliContext, name: string, flags: CreateFlags): Promise<number> {
  const { description, bodyFile, project = false } = flags;
  const { skills, place } = await openPlace(context);
  const body = bodyFile === undefined ? undefined : await readBody(context, bodyFile);
  const created = await skills.create(place, {
    name,
    project,
    ...(description === undefined ? {} : { description }),
    ...(body === undefined ? {} : { body }),
  });
  const entry = await skills.find(place, `${project ? "project" : "user"}:${name}`);
  if (context.json) {
    context.printJson({ ...created, id: entry.skill.id, offered: entry.accessible });
    return 0;
  }
  context.print(context.t("cliSkills.created", { name, file: plain(created.file) }));
  if (entry.reason === "untrusted") context.stderr.write(`${context.t("cliSkills.createdUntrusted")}\n`);
  return 0;
}

/** `skillmint skills delete <skill> [--yes]` */
export async function deleteSkill(
  context: CliContext,
  name: string,
  flags: { yes?: boolean },
): Promise<number> {
  const { t } = context;
  const { skills, place } = await openPlace(context);
  const { skill } = await skills.find(place, name);
  if (skill.layer === "pack")
    return (await import("./skills-remove.ts")).removePack(context, skill.name, flags);
  const { path, unlinked } = await skills.locate(place, skill.id);
  const shown = { path: plain(path) };
  if (!flags.yes) {
    const question = t(unlinked ? "cliSkills.confirmUnlink" : "cliSkills.confirmDelete", shown);
    if (!(await confirm(context, question))) {
      context.print(t("cliSkills.kept"));
      return 1;
    }
  }
  const deleted = await skills.delete(place, skill.id);
  if (context.json) context.printJson({ id: skill.id, ...deleted });
  else context.print(t(unlinked ? "cliSkills.unlinked" : "cliSkills.deleted", { path: plain(deleted.path) }));
  return 0;
}

/** `skillmint skills enable|disable <skill>` */
export async function switchSkill(context: CliContext, name: string, enabled: boolean): Promise<number> {
  const { t } = context;
  const { skills, place } = await openPlace(context);
  const skill = await skills.enable(place, name, enabled);
  const id = plain(skill.id);
  if (context.json) context.printJson(skill);
  else if (!enabled) context.print(t("cliSkills.disabled", { id }));
  else if (skill.message === undefined) context.print(t("cliSkills.enabled", { id }));
  else context.print(t("cliSkills.stillNot", { id, reason: plain(skill.message) }));
  return 0;
}
