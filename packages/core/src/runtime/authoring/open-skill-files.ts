import { homedir } from "node:os";
import { createHome } from "../../environment/home.ts";
import type { Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import type { cliAuthoringTexts } from "../../protocol/text/cli-authoring.ts";
import type { Skills } from "../skills/skills.ts";
import type { SkillDrafts } from "./drafts.ts";
import type { SkillVersions } from "./versions.ts";

/** Drafts and versions without a runtime: no database is opened, nothing has to be closed. */
export async function openSkillFiles(options: {
  env: Readonly<Record<string, string | undefined>>;
  language: Language;
  skills: Skills;
}): Promise<{ drafts: SkillDrafts; versions: SkillVersions }> {
  const { env, language, skills } = options;
  const [{ createSkillDrafts }, { createSkillVersions }] = await Promise.all([
    import("./drafts.ts"),
    import("./versions.ts"),
  ]);
  const deps = { home: createHome({ env, homedir: homedir() }), language, skills: { api: skills } };
  return { drafts: createSkillDrafts(deps), versions: createSkillVersions(deps) };
}

/** Words what the command line says about writing skills. */
export type AuthoringCommandWords = AreaWords<(typeof cliAuthoringTexts)["en"]>;

/** Loaded by the commands that need them only. */
export async function loadAuthoringWords(language: Language): Promise<AuthoringCommandWords> {
  return createAreaWords((await import("../../protocol/text/cli-authoring.ts")).cliAuthoringTexts, language);
}
