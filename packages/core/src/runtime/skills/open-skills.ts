import { homedir } from "node:os";
import type { Environments } from "../../environment/environments.ts";
import { createHome } from "../../environment/home.ts";
import { createSettings } from "../../environment/settings.ts";
import { canonicalToolName, ownToolNames, type Language } from "../../protocol/index.ts";
import type { SkillLayer } from "../../skill/discover/layer.ts";
import { openEnvironments } from "../environments.ts";
import { createFolderConfig } from "../folder-config.ts";
import { createSkills, type Skills } from "./skills.ts";

export interface OpenSkillsOptions {
  env: Readonly<Record<string, string | undefined>>;
  language: Language;
  /** Further places that skills come from; they come before the bundled ones. */
  layers?: readonly SkillLayer[];
}

/** The skills of a person without a runtime: no database is opened, nothing has to be closed. */
export function openSkills({ env, language, layers = [] }: OpenSkillsOptions): {
  skills: Skills;
  environments: Environments;
} {
  const home = createHome({ env, homedir: homedir() });
  const settings = createSettings(home, { language });
  const environments = openEnvironments({ env, language, home, settings });
  const config = createFolderConfig({ env, home, trust: settings.trust, language, environments });
  const { api } = createSkills({
    env,
    home,
    language,
    settings,
    environments,
    config,
    layers,
    hasTool: (name) => ownToolNames.includes(canonicalToolName(name)),
  });
  return { skills: api, environments };
}
