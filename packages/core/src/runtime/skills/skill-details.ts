import { basename } from "node:path";
import { SkillmintError, type Diagnostic, type Translate } from "../../protocol/index.ts";
import type { CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import { listSkillFiles, type SkillFile } from "../../skill/list-skill-files.ts";
import { readSkill, readSkillFile } from "../../skill/read-skill.ts";
import type { CheckedRequirement } from "../../skill/requirements/requirement.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { Data, Skill, SkillFields } from "../../skill/skill.ts";
import type { LibraryState } from "./skill-library.ts";
import { createRequirementFinder, type RequirementContext } from "./skill-requirements.ts";
import { summarizeSkill, type SkillSummary } from "./summarize-skill.ts";

/** Everything about one skill, as its files are now. */
export interface SkillDetails extends SkillSummary {
  /** Its SKILL.md. */
  file: string;
  /** False where nobody trusts the folder that brought it. */
  trusted: boolean;
  /** The keys that are known, under one spelling each. */
  fields: SkillFields;
  /** Keys nobody here knows, as they are written. */
  extra: { [key: string]: Data };
  /** Without SKILL.md; `moreFiles` are not listed. */
  files: Pick<SkillFile, "path" | "type" | "bytes">[];
  moreFiles: number;
  instructions: string;
  requirements: CheckedRequirement[];
  diagnostics: Diagnostic[];
}

export async function describeSkill(
  entry: CatalogEntry,
  { policy, skills }: LibraryState,
  context: Omit<RequirementContext, "skills">,
): Promise<SkillDetails> {
  const { skill } = entry;
  const { t } = context;
  const parsed = await readSkill(skill, t);
  const { files, more } = await listSkillFiles(skill);
  return {
    ...summarizeSkill(entry, policy, t),
    file: skill.file,
    trusted: skill.trusted,
    fields: parsed.fields,
    extra: parsed.extra,
    files: files.map(({ path, type, bytes }) => ({ path, type, bytes })),
    moreFiles: more,
    instructions: parsed.body,
    requirements: await createRequirementFinder({ ...context, skills })(skill, parsed),
    diagnostics: parsed.diagnostics,
  };
}

/** A file of a skill as text. Whatever is missing or forbidden is refused in the same words. */
export async function readTextOfSkill(skill: Skill, path: string, t: Translate): Promise<string> {
  try {
    // A command is a single file: what lies beside it is not its own.
    if (skill.command !== undefined && path !== basename(skill.file))
      throw new SkillFileError("not-found", path);
    return new TextDecoder().decode((await readSkillFile(skill, path)).bytes);
  } catch (error) {
    if (!SkillFileError.is(error)) throw error;
    throw new SkillmintError("usage", { params: { message: error.explain(t) }, cause: error });
  }
}
