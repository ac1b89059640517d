import { basename, join } from "node:path";
import type { Diagnostic, Translate } from "../../protocol/index.ts";
import { nameSkills } from "../../skill/catalog/name-skills.ts";
import { parseSkill } from "../../skill/parse/parse-skill.ts";
import { wordReason } from "../../skill/render/word-reason.ts";
import type { CheckedRequirement } from "../../skill/requirements/requirement.ts";
import type { FoundSkill, ParsedSkill, Skill, WhyNot } from "../../skill/skill.ts";
import type { Finding, Profile } from "../../skill/validate/finding.ts";
import { validateText } from "../../skill/validate/validate-text.ts";
import type { LibraryState } from "./skill-library.ts";
import { createRequirementFinder, type RequirementContext } from "./skill-requirements.ts";

/** What is known of a SKILL.md that is still being written. */
export interface DraftReport {
  name?: string;
  description?: string;
  /** Of the strict validator. Warnings do not make it invalid. */
  valid: boolean;
  errors: Finding[];
  warnings: Finding[];
  /** What the catalog would say were this the skill's text. */
  offered: boolean;
  reason?: WhyNot;
  message?: string;
  instructions: string;
  requirements: CheckedRequirement[];
  diagnostics: Diagnostic[];
}

export interface WrittenDraft {
  text: string;
  /** The skill that it is to replace the text of. */
  skill?: Skill;
  /** Of the folder, for one that is not there yet. */
  name?: string;
  profile: Profile;
}

/** A skill of this text where no file is yet; one that is there keeps its place and its files. */
function toFound(parsed: ParsedSkill, draft: WrittenDraft, folder: string): FoundSkill {
  const { state, fields, extra, diagnostics } = parsed;
  const bytes = Buffer.byteLength(draft.text);
  const text = { state, fields, extra, diagnostics, bytes };
  if (draft.skill) return { ...draft.skill, ...text };
  const file = join(folder, "SKILL.md");
  return { ...text, layer: "user", folder, file, root: folder, order: 0, trusted: true, modifiedAt: 0 };
}

async function judge(state: LibraryState, found: FoundSkill, t: Translate) {
  const [entry] = found.state === "unreadable" ? [] : (await state.judge(nameSkills([found]))).entries;
  if (!entry)
    return {
      offered: false,
      reason: "unreadable" as const,
      message: wordReason({ reason: "unreadable" }, t),
    };
  const { accessible, reason } = entry;
  return { offered: accessible, ...(reason === undefined ? {} : { reason, message: wordReason(entry, t) }) };
}

/** Looks at a text as `checkSkills` looks at a file. Writes nothing, runs nothing. */
export async function checkDraft(
  state: LibraryState,
  draft: WrittenDraft,
  context: Omit<RequirementContext, "skills"> & { root: string },
): Promise<DraftReport> {
  const { t, root } = context;
  const { text, skill, profile } = draft;
  const folder = skill?.folder ?? join(root, basename(draft.name ?? "") || "draft");
  const parsed = parseSkill(text, { path: skill?.file ?? "SKILL.md", folderName: basename(folder), t });
  const found = toFound(parsed, draft, folder);
  const folderName = skill || draft.name !== undefined ? basename(folder) : parsed.fields.name;
  const others = state.skills.filter(({ file }) => file !== found.file);
  const findRequirements = createRequirementFinder({ ...context, skills: others });
  return {
    ...validateText(text, folderName ?? "", { profile, t }),
    ...(await judge(state, found, t)),
    instructions: parsed.body,
    requirements: parsed.state === "unreadable" ? [] : await findRequirements(found, parsed),
    diagnostics: parsed.diagnostics,
  };
}
