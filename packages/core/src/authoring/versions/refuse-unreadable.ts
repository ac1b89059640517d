import { SkillmintError, type Translate } from "../../protocol/index.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";

/** Work on the files of a skill: where they are too many, too large or cannot be read, it is refused with the reason. */
export async function refuseUnreadable<T>(name: string, t: Translate, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!SkillFileError.is(error)) throw error;
    throw new SkillmintError("skill-refused", { params: { name }, detail: error.explain(t) });
  }
}
