import type { AgentMemory } from "../../environment/memory-agent.ts";
import type { Mode, SessionSettings, Translate } from "../../protocol/index.ts";

/** A kind of sub-agent: a role that Task can start. */
export interface AgentType {
  name: string;
  /** What it is for: read by the model that chooses. */
  description: string;
  /** The words of its own; without them those of every sub-agent. */
  prompt?: string;
  tools?: readonly string[];
  disallowedTools?: readonly string[];
  model?: string;
  iterations?: number;
  mode?: Mode;
  /** Skills whose whole text it begins with. */
  skills?: readonly string[];
  /** Which skills it may use, by patterns. */
  skillPermissions?: Readonly<Record<string, "allow" | "ask" | "deny">>;
  /** Remembers things from task to task, for whom. */
  memory?: AgentMemory;
  /** Works in a copy of the repository with a branch of its own. */
  isolation?: "worktree";
  /** Where a person wrote it down. */
  path?: string;
}

const general = "general-purpose";

/** The kinds that are always there. `plan` mode is what lets only read-only commands through. */
export function builtinAgentTypes(t: Translate): AgentType[] {
  return [
    { name: general, description: t("task.general"), iterations: 10 },
    {
      name: "explore",
      description: t("task.explore"),
      tools: ["Read", "Glob", "Grep"],
      iterations: 5,
    },
    {
      name: "plan",
      description: t("task.plan"),
      tools: ["Read", "Glob", "Grep", "Bash"],
      mode: "plan",
      iterations: 10,
    },
  ];
}

/** The kind of this name, in any case; where there is none, the general one, and `isFallback` says so. */
export function findAgentType(
  types: readonly AgentType[],
  name: string | undefined,
): { type: AgentType; isFallback: boolean } {
  const wanted = (name ?? general).trim().toLowerCase();
  const found = types.find((type) => type.name.toLowerCase() === wanted);
  const fallback = types.find((type) => type.name === general) ?? { name: general, description: "" };
  return { type: found ?? fallback, isFallback: !found };
}

/** What a child session records of its kind. */
export function toAgentSettings(
  { name, prompt, tools, disallowedTools, mode, iterations, skillPermissions }: AgentType,
  allowed?: readonly string[],
): NonNullable<SessionSettings["agent"]> {
  const only = allowed ?? tools;
  return {
    type: name,
    ...(prompt === undefined ? {} : { prompt }),
    ...(only ? { tools: [...only] } : {}),
    ...(disallowedTools ? { disallowedTools: [...disallowedTools] } : {}),
    ...(mode ? { mode } : {}),
    ...(iterations === undefined ? {} : { iterations }),
    ...(skillPermissions ? { skillPermissions: { ...skillPermissions } } : {}),
  };
}

/** With what its kind remembers: the tool for it is there whatever the others are. */
export function withMemory<T extends NonNullable<SessionSettings["agent"]>>(
  settings: T,
  { memory }: Pick<AgentType, "memory">,
  folder: string,
): T {
  if (!memory) return settings;
  const tools = settings.tools && { tools: [...new Set([...settings.tools, "Memory"])] };
  return { ...settings, ...tools, memory: { scope: memory, folder } };
}
