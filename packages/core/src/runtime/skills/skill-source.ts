import { expandFolders } from "../../agent/skills/activate-skill.ts";
import type { SkillSource } from "../../agent/skills/skill-source.ts";
import { touchedFiles } from "../../agent/skills/touched.ts";
import { wordEnvironmentChange } from "../../environment/compare-environments.ts";
import type { Environments } from "../../environment/environments.ts";
import type { SessionView, Translate } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import { grantPlace, isApproved, readSkillTexts, type SkillGrants } from "./skill-grants.ts";
import type { SkillLibrary } from "./skill-library.ts";
import type { SkillUsageFile } from "./skill-usage.ts";

export interface SkillSourceOptions {
  library: SkillLibrary;
  usage: SkillUsageFile;
  grants: SkillGrants;
  environments: Pick<Environments, "compare">;
  /** Brings the files of skills here that lie elsewhere. */
  prepare?: SkillSource["prepare"];
  /** Why nothing that a skill asks for can be approved, in words. */
  withheld?: (skill: Skill) => Promise<string | undefined>;
  t: Translate;
}

/** The skills of sessions, as a run asks for them. */
export function createSkillSource({
  library,
  usage,
  grants,
  environments,
  prepare,
  withheld,
  t,
}: SkillSourceOptions): SkillSource {
  return {
    ...(prepare ? { prepare } : {}),
    async read(view: SessionView) {
      const own = Object.values(view.skills).find((skill) => skill.own)?.skillId;
      const [state, used] = await Promise.all([
        library.read({
          folder: view.folder,
          environment: view.settings.environment,
          touched: touchedFiles(view),
          permissions: view.settings.agent?.skillPermissions,
          ...(own === undefined ? {} : { own }),
        }),
        usage.read(),
      ]);
      return { ...state, usage: used };
    },
    async approve(skill) {
      const folder = grantPlace(skill);
      const { fields } = skill;
      const now = await grants.look(folder);
      if ((await withheld?.(skill)) !== undefined)
        return { digest: now.digest, approved: false, withheld: true };
      const before = await grants.find(folder);
      const rules = (fields.allowedTools ?? []).map((rule) => expandFolders(rule, skill));
      if (isApproved(before, { digest: now.digest, rules })) return { digest: now.digest, approved: true };
      if (before === undefined) return { digest: now.digest, approved: false };
      const texts = await readSkillTexts(folder, now.files);
      const { describeChange } = await import("../../skill/grants/describe-change.ts");
      const { diff } = describeChange(before, { ...now, texts }, t);
      return { digest: now.digest, approved: false, change: diff };
    },
    async compare(from, to, words) {
      return wordEnvironmentChange(await environments.compare(from, to), words);
    },
    used: (skillId) => usage.add(skillId),
  };
}
