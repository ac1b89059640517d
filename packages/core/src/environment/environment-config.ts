import { z } from "zod";
import { rules, type RuleTexts } from "../protocol/index.ts";
import type { AgentEntry } from "./agents-file.ts";
import { configSchema } from "./config.ts";
import { skillPermissions } from "./skill-settings.ts";

const { model, mode, language, sandbox, network, limits, timeouts, skills, hooks } = configSchema.shape;

/**
 * The `config.jsonc` of an environment. It is the person's own, like the one of the home folder, so it may say
 * everything that one may, and comes before it.
 */
export const environmentConfigSchema = z.looseObject({
  displayName: z.string().min(1).optional(),
  description: z.string().optional(),
  model,
  /** The older name of `model`, which comes before it. */
  defaultModel: model,
  mode,
  language,
  sandbox,
  network,
  limits,
  timeouts,
  rules: configSchema.shape.rules,
  /** The lists mean the same as those of `rules`. */
  permissions: z.looseObject({ ...rules.partial().shape, skill: skillPermissions.optional() }).optional(),
  skills,
  /** They count beside those of the person. */
  hooks,
  /** Servers by name, as they were written. */
  mcp: z.record(z.string().min(1), z.unknown()).optional(),
});
export type EnvironmentConfig = z.infer<typeof environmentConfigSchema>;

/** The rules of both places where they can stand, with what the primary agent may not use. */
export function rulesOf(
  { rules: own, permissions }: EnvironmentConfig,
  primary: Pick<AgentEntry, "deniedTools"> | undefined,
): RuleTexts {
  const join = (list: "allow" | "ask" | "deny") => [...(own?.[list] ?? []), ...(permissions?.[list] ?? [])];
  return { allow: join("allow"), ask: join("ask"), deny: [...join("deny"), ...(primary?.deniedTools ?? [])] };
}
