import { z } from "zod";

export const modes = ["default", "acceptEdits", "plan", "dontAsk", "unrestricted"] as const;
export const mode = z.enum(modes);
export type Mode = z.infer<typeof mode>;

export const languages = ["en", "zh-CN"] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

/** What one run may use up. Budgets count the whole tree of agents. */
export const limits = z.object({
  iterations: z.number().int().positive().max(1000).optional(),
  tokens: z.number().int().positive().optional(),
  cost: z.number().positive().optional(),
  timeMs: z.number().int().positive().optional(),
});
export type Limits = z.infer<typeof limits>;

export const rules = z.object({
  allow: z.array(z.string()),
  ask: z.array(z.string()),
  deny: z.array(z.string()),
});
export type RuleTexts = z.infer<typeof rules>;

/**
 * Everything a run needs to be continued from any folder without flags. Never a key. A prompt may change
 * some of it for itself and what follows.
 */
export const sessionSettings = z.object({
  model: z.string(),
  baseUrl: z.string().optional(),
  mode,
  rules: rules.partial().optional(),
  sandbox: z.enum(["auto", "require", "off"]).optional(),
  limits: limits.optional(),
  /** The environment of the newest prompt. */
  environment: z.string().optional(),
  /** A person chose it for this session: switching changes nothing here. */
  environmentPinned: z.boolean().optional(),
  /** Skills that a person named: the first is the session's own. */
  skills: z.array(z.string()).optional(),
  /** What a sub-agent is, as it was when it was started. */
  agent: z
    .object({
      type: z.string(),
      /** Its system prompt; without one a skill is its own. */
      prompt: z.string().optional(),
      /** Only these tools. */
      tools: z.array(z.string()).optional(),
      disallowedTools: z.array(z.string()).optional(),
      /** Never wider than the parent's. */
      mode: mode.optional(),
      iterations: z.number().int().positive().max(1000).optional(),
      /** What its kind remembers: for whom, and in which folder the conversation works that it is part of. */
      memory: z.object({ scope: z.enum(["user", "project", "local"]), folder: z.string() }).optional(),
      /** Which skills it may use, by patterns: beside those of the person, the stricter answer holds. */
      skillPermissions: z.record(z.string(), z.enum(["allow", "ask", "deny"])).optional(),
    })
    .optional(),
  /** What model a sub-agent was meant to have: counts where its name means something here. */
  modelWish: z.string().optional(),
  /** The model was chosen by the person for this session: no skill changes it. */
  modelPinned: z.boolean().optional(),
  tools: z.boolean().optional(),
  addedFolders: z.array(z.string()).optional(),
  language: language.optional(),
  record: z.string().optional(),
  replay: z.string().optional(),
});
export type SessionSettings = z.infer<typeof sessionSettings>;
