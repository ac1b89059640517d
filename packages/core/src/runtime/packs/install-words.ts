import { SkillmintError, type Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import { installTexts } from "../../protocol/text/install.ts";

export type InstallWords = AreaWords<(typeof installTexts)["en"]>;

export function createInstallWords(language: Language): InstallWords {
  return createAreaWords(installTexts, language);
}

/** What cannot be installed, in a whole sentence. */
export function refuseInstall(message: string, cause?: unknown): SkillmintError {
  return new SkillmintError("install-refused", { params: { message }, cause });
}
