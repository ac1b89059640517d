import { homedir } from "node:os";
import type { Environments } from "../../environment/environments.ts";
import { createHome } from "../../environment/home.ts";
import { createSecrets } from "../../environment/secrets.ts";
import { canonicalToolName, ownToolNames, type Language } from "../../protocol/index.ts";
import type { SkillLayer } from "../../skill/discover/layer.ts";
import { openEnvironments, openSettings } from "../environments.ts";
import { createMcp } from "../mcp.ts";
import { createMcpSkillParts } from "../mcp-skills.ts";
import { createPackSkillParts } from "../pack-skills.ts";
import { createFolderConfig } from "../folder-config.ts";
import { createSkills, type Skills } from "./skills.ts";

export interface OpenSkillsOptions {
  env: Readonly<Record<string, string | undefined>>;
  language: Language;
  /** Further places that skills come from; they come before the bundled ones. */
  layers?: readonly SkillLayer[];
  /** A folder of skills that are always there, behind all others. Default: none. */
  bundledSkills?: string;
}

/** The skills of a person without a runtime: no database is opened, nothing has to be closed. */
export function openSkills({ env, language, layers = [], bundledSkills }: OpenSkillsOptions): {
  skills: Skills;
  environments: Environments;
} {
  const home = createHome({ env, homedir: homedir() });
  const settings = openSettings(home, language);
  const environments = openEnvironments({ env, language, home, settings });
  const { trust } = settings;
  const config = createFolderConfig({ env, home, trust, language, environments });
  const secrets = createSecrets(home, { env, language });
  const mcp = createMcp({ env, home, language, secrets, environments, trust });
  const { api } = createSkills({
    env,
    home,
    language,
    settings,
    environments,
    config,
    layers,
    ...(bundledSkills === undefined ? {} : { bundledFolder: bundledSkills }),
    packs: createPackSkillParts({ home, language, secrets }),
    // What servers listed is only read: nothing of it is fetched here, so that nothing starts.
    mcp: createMcpSkillParts({ home, language, servers: mcp.approved, open: mcp.open }),
    hasTool: (name) => ownToolNames.includes(canonicalToolName(name)),
  });
  return { skills: api, environments };
}
