import { homedir } from "node:os";
import { loadConfig } from "../environment/config.ts";
import { createHome } from "../environment/home.ts";
import { pickLanguage } from "../environment/language.ts";
import type { Language } from "../protocol/index.ts";

/** The language of a person: their setting, else their locale. A file that cannot be read is told of later. */
export async function readLanguage(env: Readonly<Record<string, string | undefined>>): Promise<Language> {
  const home = createHome({ env, homedir: homedir() });
  const setting = await loadConfig(home).then(
    ({ config }) => config.language,
    () => undefined,
  );
  return pickLanguage({ env, ...(setting ? { setting } : {}) });
}
