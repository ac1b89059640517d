import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SkillmintError, type Translate } from "../../protocol/index.ts";
import { assertSkillName } from "./skill-name.ts";
import { isBelow, realpathOfNew } from "./within.ts";

const maxDescription = 1024;

export interface NewSkill {
  /** The folder that holds skills; it is made where it is missing. */
  root: string;
  name: string;
  description: string;
  /** The instructions; a template to fill in where there are none. */
  body?: string;
  /** Further keys of the frontmatter. */
  fields?: Readonly<Record<string, unknown>>;
  /** Where the root must stay, links resolved: the project, for a skill of a project. */
  within?: string;
  t: Translate;
}

export interface CreatedSkill {
  name: string;
  folder: string;
  file: string;
}

/** `review-code` → `Review code`. */
function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a new skill says before anyone wrote it: the parts that make one work, each with what belongs there. */
export function templateBody(name: string, t: Translate): string {
  return t("skill.template", { title: titleOf(name) });
}

/** A description that says what and when, for a skill whose author gave none. */
export function templateDescription(name: string, t: Translate): string {
  return t("skill.templateDescription", { title: titleOf(name), subject: name.replaceAll("-", " ") });
}

function refuse(message: string): never {
  throw new SkillmintError("usage", { params: { message } });
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  const handle = await open(temporary, "wx", 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/**
 * Writes `root/<name>/SKILL.md` as a whole or not at all. Refuses a name that is not one plain component of a path,
 * a name that is taken, and a root that links lead out of `within`; nothing was written then.
 */
export async function createSkill(skill: NewSkill): Promise<CreatedSkill> {
  const { name, t } = skill;
  assertSkillName(name, t);
  const description = skill.description.trim();
  if (description === "" || [...description].length > maxDescription) {
    refuse(t("skill.badDescription", { max: maxDescription }));
  }
  const root = resolve(skill.root);
  if (skill.within !== undefined) {
    const real = await realpathOfNew(root);
    if (!isBelow(await realpathOfNew(resolve(skill.within)), real)) {
      refuse(t("skill.linkedRoot", { path: root, root: skill.within }));
    }
  }
  const { writeSkillFile } = await import("../parse/write-skill.ts");
  const fields = { ...skill.fields, name, description };
  const text = writeSkillFile(fields, skill.body?.trim() ? skill.body : templateBody(name, t));
  const folder = join(root, name);
  await mkdir(root, { recursive: true });
  try {
    // Not recursive: of two who create the same name one is refused.
    await mkdir(folder);
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") refuse(t("skill.exists", { name, path: folder }));
    throw error;
  }
  const file = join(folder, "SKILL.md");
  try {
    await writeWhole(file, text);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { name, folder, file };
}
