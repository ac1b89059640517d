import { z } from "zod";
import { canonicalToolName } from "../protocol/index.ts";
import type { WordKey } from "./environment-texts.ts";
import { isPlainName } from "./home.ts";
import { agentMemories } from "./memory-agent.ts";
import { skillPermissions } from "./skill-settings.ts";

const key = (name: WordKey): string => name;

/** A tool or a rule about one (`Bash(git add:*)`), the tool under our name. */
const tool = z
  .string()
  .min(1)
  .overwrite((text) => text.trim().replace(/^[^(]+/, canonicalToolName));

export const agentEntry = z.looseObject({
  id: z.string().refine(isPlainName, { error: key("expect.agentName") }),
  /** `primary` speaks about the main agent, `sub` about one that it may start. */
  role: z.enum(["primary", "sub"]),
  description: z.string().optional(),
  prompt: z.string().optional(),
  /** Only these; without them all. */
  allowedTools: z.array(tool).optional(),
  deniedTools: z.array(tool).optional(),
  model: z.string().min(1).optional(),
  maxIterations: z.number().int().positive().max(1000).optional(),
  /** What a sub-agent remembers from task to task, for whom; `true`: for the person. */
  memory: z.union([z.boolean(), z.enum(agentMemories)]).optional(),
  permissions: z.looseObject({ skill: skillPermissions.optional() }).optional(),
});
export type AgentEntry = z.infer<typeof agentEntry>;

/** The `agents.jsonc` of an environment: ids are unique, and at most one is primary. */
export const agentsFileSchema = z.array(agentEntry).superRefine((agents, context) => {
  const primary = agents.findIndex(({ role }) => role === "primary");
  for (const [index, { id, role }] of agents.entries()) {
    const refuse = (path: string, message: WordKey) =>
      context.addIssue({ code: "custom", path: [index, path], message: key(message) });
    if (agents.findIndex((other) => other.id.toLowerCase() === id.toLowerCase()) < index)
      refuse("id", "expect.uniqueAgent");
    if (role === "primary" && index > primary) refuse("role", "expect.onePrimary");
  }
});
