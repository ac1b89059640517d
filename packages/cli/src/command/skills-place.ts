import type { SkillPlace, Skills } from "@skillmint/core";
import { bundledSkills } from "../bundled-skills.ts";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";

/** Where the skills of a command are looked for. Nothing here needs the database of sessions, so none is opened. */
export async function openPlace(context: CliContext): Promise<{ skills: Skills; place: SkillPlace }> {
  const { openSkills } = await import("@skillmint/core");
  const { skills, environments } = openSkills({
    env: context.env,
    language: context.language,
    bundledSkills: bundledSkills(),
  });
  const { cwd, environment } = context;
  // One that is named but not there is refused here; later it would only be left out.
  if (environment !== undefined) await environments.current({ flag: environment });
  return { skills, place: { folder: cwd, environment } };
}

/** A whole text of unknown origin on one line. */
export const plain = (text: string): string => oneLine(text, 4096);
