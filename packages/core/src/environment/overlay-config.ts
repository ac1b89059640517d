import type { Config } from "./config.ts";
import type { LoadedEnvironment } from "./load-environment.ts";
import { joinSkillPermissions } from "./skill-settings.ts";

function overlaySkills(own: Config["skills"], environment: Config["skills"]): Config["skills"] {
  if (!own || !environment) return environment ?? own;
  return { ...own, ...environment, skills: { ...own.skills, ...environment.skills } };
}

/**
 * The person's configuration with that of an environment on top: one value at a time, a skill's switch included.
 * Only patterns for skills are joined, the stricter for the same one. Rules are not in it: those of all places count
 * together (`LoadedEnvironment.rules`).
 */
export function overlayConfig(own: Config, environment: LoadedEnvironment | undefined): Config {
  if (!environment) return own;
  const { model, config } = environment;
  const { mode, language, sandbox, network, limits, timeouts, permissions, skills } = config;
  const { maxIterations } = environment.primary ?? {};
  const allLimits = {
    ...own.limits,
    ...limits,
    ...(maxIterations === undefined ? {} : { iterations: maxIterations }),
  };
  const skill = joinSkillPermissions(
    own.permissions?.skill,
    permissions?.skill,
    environment.primary?.permissions?.skill,
  );
  const joinedSkills = overlaySkills(own.skills, skills);
  return {
    ...own,
    ...(model === undefined ? {} : { model }),
    ...(mode === undefined ? {} : { mode }),
    ...(language === undefined ? {} : { language }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(network === undefined ? {} : { network }),
    limits: allLimits,
    timeouts: { ...own.timeouts, ...timeouts },
    permissions: { ...own.permissions, skill },
    ...(joinedSkills ? { skills: joinedSkills } : {}),
  };
}
