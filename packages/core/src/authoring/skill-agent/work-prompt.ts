import { buildSkillAgentPrompt, type Access } from "./build-prompt.ts";
import { describeLibrary, listLibrary } from "./describe-library.ts";
import { findMetaSkills, readMetaSkills } from "./meta-skills.ts";
import type { SkillAgentDeps, WorkPlace } from "./skill-agent-deps.ts";

/** The system prompt of a piece of work, made anew from what there is now. A search needs no meta skill. */
export async function buildSystem(
  { t, words, library }: Pick<SkillAgentDeps, "t" | "words" | "library">,
  place: WorkPlace,
  access: Access,
  query: string,
): Promise<string> {
  const entries = await library(place);
  const metaSkills = access === "none" ? "" : await readMetaSkills(findMetaSkills(entries), t);
  const metadata = describeLibrary(listLibrary(entries), query, (count) =>
    words("authoring.moreSkills", { count }),
  );
  return buildSkillAgentPrompt({ access, metaSkills, metadata }, words);
}

/** How a reply is to end. */
export function wordEnd(words: SkillAgentDeps["words"], form: "enhance" | "evaluate" | "search"): string {
  return words("authoring.end", { form: words(`authoring.form.${form}`) });
}
