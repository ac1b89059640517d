import type { CallId } from "../../protocol/index.ts";
import type { ChildSpec } from "../children.ts";
import { findAgentType } from "../tasks/agent-type.ts";
import { childSettings } from "../tasks/child-settings.ts";
import type { Skill } from "../../skill/skill.ts";
import type { SkillToolEnv } from "./skill-tool.ts";

/** Runs a skill as the own skill of a child session and returns what it says in the end. */
export async function forkSkill(
  env: SkillToolEnv,
  skill: Skill,
  wish: { arguments: string; callId: CallId },
  signal: AbortSignal,
): Promise<string> {
  const { log, children } = env;
  const { t } = env.execute();
  const { view } = log;
  const { name } = skill;
  const { fields } = skill;
  const prompt = wish.arguments.trim() === "" ? t("skillTool.forkPrompt", { name }) : wish.arguments;
  const { type } = findAgentType(env.types, fields.agent);
  const agentType = type.name;
  const spec: ChildSpec = {
    callId: wish.callId,
    agentType,
    title: name,
    prompt,
    settings: childSettings(view, type, {
      skills: [skill.id],
      // What the skill itself wants is looked up when it runs.
      model: fields.model === undefined ? undefined : "inherit",
    }),
  };
  await env.source.used(skill.id);
  if (fields.background === true) {
    const known = view.calls[wish.callId]?.childId;
    const taskId = known ? view.children[known]?.taskId : (await children.start(spec)).taskId;
    return t("skillTool.forkStarted", { name, task: taskId ?? "" });
  }
  const { taskId, status, text } = await children.run(spec, signal);
  const end = status === "done" ? "skillTool.forkDone" : "skillTool.forkEnded";
  return `${t(end, { name, task: taskId, status })}\n\n${text}`;
}
