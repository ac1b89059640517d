import type { SessionSettings, SessionView } from "../../protocol/index.ts";
import { toAgentSettings, withMemory, type AgentType } from "./agent-type.ts";

export interface ChildWish {
  /** Instead of the tools of its kind. */
  tools?: readonly string[] | undefined;
  /** Instead of the model of its kind; `inherit`: that of its parent. */
  model?: string | undefined;
  /** Before those of its kind; the first may be its own. */
  skills?: readonly string[];
}

/** The settings of a sub-agent of a kind: those of its parent, with less. */
export function childSettings(
  { settings, folder }: Pick<SessionView, "settings" | "folder">,
  type: AgentType,
  wish: ChildWish = {},
): SessionSettings & { agent: NonNullable<SessionSettings["agent"]> } {
  const { skills: _skills, limits: _limits, agent: _agent, ...parent } = settings;
  const skills = [...(wish.skills ?? []), ...(type.skills ?? [])];
  const model = wish.model ?? type.model;
  return {
    ...parent,
    agent: withMemory(toAgentSettings(type, wish.tools), type, folder),
    ...(skills.length > 0 ? { skills } : {}),
    ...(model === undefined || model === "inherit" ? {} : { modelWish: model }),
  };
}
