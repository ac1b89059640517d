import { join } from "node:path";
import { SkillmintError, type Translate } from "../../protocol/index.ts";
import { userRoots } from "../../skill/discover/user-layer.ts";
import {
  createSkill,
  templateDescription,
  type CreatedSkill,
  type NewSkill,
} from "../../skill/manage/create-skill.ts";
import { deleteSkill, locateDeletable, type DeletedSkill } from "../../skill/manage/delete-skill.ts";
import {
  isEditable,
  readSkillText,
  updateSkill,
  type WrittenSkill,
} from "../../skill/manage/update-skill.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { Skill } from "../../skill/skill.ts";
import { withFileLock } from "../../environment/file-lock.ts";
import { ensureFolder, type Home } from "../../environment/home.ts";

export interface ManageContext {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  folder: string;
  t: Translate;
}

export interface SkillDraft extends Pick<NewSkill, "name" | "body" | "fields"> {
  /** One that says so little that it should be rewritten, where none is given. */
  description?: string;
  /** Into `.skillmint/skills` of the folder instead of the user's own. */
  project?: boolean;
}

/** Writes a new skill for the user or the project. A name that their skills have already is refused. */
export async function writeNewSkill(
  draft: SkillDraft,
  skills: readonly Skill[],
  { home, folder, t }: ManageContext,
): Promise<CreatedSkill> {
  const { name, project = false, description, body, fields } = draft;
  const layer = project ? "project" : "user";
  const known = skills.find((skill) => skill.layer === layer && skill.name === name);
  if (known) {
    const message = t("skill.exists", { name, path: known.folder });
    throw new SkillmintError("usage", { params: { message } });
  }
  const created = await createSkill({
    root: project ? join(folder, ".skillmint", "skills") : home.skills,
    name,
    description: description ?? templateDescription(name, t),
    ...(body === undefined ? {} : { body }),
    ...(fields === undefined ? {} : { fields }),
    ...(project ? { within: folder } : {}),
    t,
  });
  const { keepCreated } = await import("../authoring/keep-change.ts");
  await keepCreated(home, created.folder);
  return created;
}

/** What deleting a skill would take away; with `act` it does. Refused for all but the user's own. */
export async function removeSkill(
  skill: Skill,
  { env, home, folder, t }: ManageContext,
  act: boolean,
): Promise<DeletedSkill> {
  // A command is one file in a folder of many.
  if (skill.command !== undefined)
    throw new SkillmintError("skill-refused", { params: { name: skill.name }, detail: t("skill.onlyUser") });
  const roots = userRoots(
    { env, home: home.user, folder, t, touched: [], isTrusted: async () => false },
    home.root,
  )
    .filter(({ kind }) => kind !== "commands")
    .map((root) => root.folder);
  if (act) return deleteSkill(skill, { roots, t });
  const { path, unlinked } = await locateDeletable(skill, { roots, t });
  return { path, unlinked };
}

/** What is gone by now is not found, in words. */
async function asNotFound<T>(skill: Skill, t: Translate, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isGone = SkillFileError.is(error) || (error as { code?: string }).code === "ENOENT";
    if (!isGone) throw error;
    const params = { name: skill.name, nearest: "-" };
    throw new SkillmintError("skill-not-found", { params, detail: t("skill.notFound"), cause: error });
  }
}

export async function readSkill(skill: Skill, t: Translate): Promise<WrittenSkill & { editable: boolean }> {
  const written = await asNotFound(skill, t, () => readSkillText(skill, t));
  return { ...written, editable: isEditable(skill) };
}

/** One after the other over all processes: of two who saw the same text the second is refused. */
export async function rewriteSkill(
  skill: Skill,
  next: WrittenSkill,
  { home, t }: Pick<ManageContext, "home" | "t">,
): Promise<void> {
  await ensureFolder(home.root);
  // Not beside the file: a skill's folder is approved as it is, with every file in it.
  await withFileLock(join(home.root, "skill-texts"), () =>
    asNotFound(skill, t, async () => {
      const { keepAround } = await import("../authoring/keep-change.ts");
      await keepAround(home, [skill], { action: "updated", by: "person" }, () => updateSkill(skill, next, t));
    }),
  );
}
