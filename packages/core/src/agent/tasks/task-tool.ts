import { z } from "zod";
import type { CallId, SessionSettings, Translate } from "../../protocol/index.ts";
import { parseRule } from "../../permission/rules.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../../tool/define-tool.ts";
import { addWorktree, removeUnused, type Worktree } from "../../workspace/worktree.ts";
import type { Children, ChildSpec } from "../children.ts";
import type { SessionLog } from "../session-log.ts";
import { findAgentType, toAgentSettings, withMemory, type AgentType } from "./agent-type.ts";
import { wordResult } from "./word-result.ts";

export interface TaskEnv {
  log: SessionLog;
  children: Children;
  types: readonly AgentType[];
  /** Whether this session is itself a sub-agent: those start none. */
  isChild: boolean;
  t: Translate;
}

const maxTypes = 50;
const maxDescription = 300;

/** What the model reads of the kinds it can choose from. */
function describeTypes({ types, t }: TaskEnv): string {
  const lines = types
    .slice(0, maxTypes)
    .map(
      ({ name, description }) =>
        `- ${toPromptLine(name)}: ${toPromptLine(description).slice(0, maxDescription)}`,
    );
  return [t("task.description"), ...lines].join("\n");
}

/** One rule at a time: what is none is told to the model. */
function checkTools(tools: readonly string[] | undefined, t: Translate): void {
  for (const tool of tools ?? []) {
    try {
      parseRule(tool);
    } catch (error) {
      throw new ToolFailure(t("task.badTool", { tool: toPromptLine(tool) }), { cause: error });
    }
  }
}

/** The settings of a child: those of its parent, with less. */
function settingsOf(
  env: TaskEnv,
  type: AgentType,
  wish: { allowed_tools?: string[] | undefined; model?: string | undefined },
): SessionSettings {
  const { skills: _skills, limits: _limits, agent: _agent, ...parent } = env.log.view.settings;
  const agent = withMemory(toAgentSettings(type, wish.allowed_tools), type, env.log.view.folder);
  const model = wish.model ?? type.model;
  return {
    ...parent,
    agent: { ...agent, prompt: agent.prompt ?? env.t("task.prompt") },
    ...(type.skills ? { skills: [...type.skills] } : {}),
    ...(model === undefined || model === "inherit" ? {} : { modelWish: model }),
  };
}

export function createTaskTool(env: TaskEnv): Tool {
  const { t, log, children } = env;
  const input = z.object({
    prompt: z.string().min(1).describe(t("task.promptOf")),
    description: z.string().optional().describe(t("task.descriptionOf")),
    subagent_type: z.string().optional().describe(t("task.typeOf")),
    allowed_tools: z.array(z.string().min(1)).optional().describe(t("task.toolsOf")),
    model: z.string().min(1).optional().describe(t("task.modelOf")),
    run_in_background: z.boolean().optional().describe(t("task.backgroundOf")),
    resume: z.string().optional().describe(t("task.resumeOf")),
  });

  function specOf(wish: z.infer<typeof input>, callId: CallId): { spec: ChildSpec; note: string } {
    const { type, isFallback } = findAgentType(env.types, wish.subagent_type);
    const note = isFallback
      ? `${t("task.fallback", { type: toPromptLine(wish.subagent_type ?? ""), used: type.name })}\n\n`
      : "";
    const spec: ChildSpec = {
      callId,
      agentType: type.name,
      title: wish.description ?? wish.prompt.split("\n", 1)[0]?.slice(0, 80) ?? type.name,
      prompt: wish.prompt,
      settings: settingsOf(env, type, wish),
      ...(wish.resume === undefined ? {} : { resume: wish.resume }),
    };
    return { spec, note };
  }

  /** A place of its own, where its kind asks for one. */
  async function isolate(spec: ChildSpec): Promise<Worktree | undefined> {
    const { type } = findAgentType(env.types, spec.agentType);
    if (type.isolation !== "worktree") return undefined;
    const place = await addWorktree(log.view.folder, `${type.name}-${Date.now().toString(36)}`.toLowerCase());
    if (!place) throw new ToolFailure(t("task.noWorktree", { type: type.name }));
    spec.folder = place.path;
    return place;
  }

  return defineTool({
    name: "Task",
    description: t("task.description"),
    input,
    aliases: {
      agent_type: "subagent_type",
      type: "subagent_type",
      background: "run_in_background",
      tools: "allowed_tools",
      message: "prompt",
    },
    effect: "interact",
    parallel: true,
    definition: () => (env.isChild ? undefined : { description: describeTypes(env) }),
    describe: ({ description, prompt, subagent_type: name }) => ({
      title: toPromptLine(`Task ${description ?? prompt}`).slice(0, 200),
      resources: [],
      subject: findAgentType(env.types, name).type.name,
    }),
    async run(wish, context) {
      if (env.isChild) throw new ToolFailure(t("task.nested"));
      checkTools(wish.allowed_tools, t);
      if (wish.resume !== undefined && !children.find(wish.resume))
        throw new ToolFailure(t("task.unknown", { id: toPromptLine(wish.resume) }));
      const { spec, note } = specOf(wish, context.callId);
      const known = log.view.calls[context.callId]?.childId;
      const place = known || wish.resume !== undefined ? undefined : await isolate(spec);
      if (wish.run_in_background === true) {
        const taskId = known ? log.view.children[known]?.taskId : (await children.start(spec)).taskId;
        const where = place ? `\n\n${t("task.worktree", { ...place })}` : "";
        return textResult(note + t("task.started", { id: taskId ?? "" }) + where, { taskId });
      }
      const result = await children.run(spec, context.signal);
      const where = place && !(await removeUnused(place)) ? `\n\n${t("task.worktree", { ...place })}` : "";
      const details = { taskId: result.taskId, status: result.status };
      return textResult(note + wordResult(result, t) + where, details);
    },
  });
}
