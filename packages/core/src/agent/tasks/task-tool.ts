import { z } from "zod";
import type { CallId, ChildView, SessionId, SessionSettings, Translate } from "../../protocol/index.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../../tool/define-tool.ts";
import { addWorktree, openWorktree, removeUnused, type Worktree } from "../../workspace/worktree.ts";
import type { Children, ChildSpec } from "../children.ts";
import type { SessionLog } from "../session-log.ts";
import { findAgentType, type AgentType } from "./agent-type.ts";
import { childSettings, type ChildWish } from "./child-settings.ts";
import { findBadTool } from "./find-bad-tool.ts";
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

/** Without words of its own kind it has those of every sub-agent. */
function settingsOf({ log, t }: TaskEnv, type: AgentType, wish: ChildWish): SessionSettings {
  const settings = childSettings(log.view, type, wish);
  return { ...settings, agent: { ...settings.agent, prompt: settings.agent.prompt ?? t("task.prompt") } };
}

function taskSchema(t: Translate) {
  return z.object({
    prompt: z.string().min(1).describe(t("task.promptOf")),
    description: z.string().optional().describe(t("task.descriptionOf")),
    subagent_type: z.string().optional().describe(t("task.typeOf")),
    allowed_tools: z.array(z.string().min(1)).optional().describe(t("task.toolsOf")),
    model: z.string().optional().describe(t("task.modelOf")),
    run_in_background: z.boolean().optional().describe(t("task.backgroundOf")),
    resume: z.string().optional().describe(t("task.resumeOf")),
  });
}

type Wish = z.infer<ReturnType<typeof taskSchema>>;

/** What is empty was not meant: many models fill in all that they could have left out. */
function withoutEmpty(input: Wish): Wish {
  const isEmpty = (value: unknown): boolean =>
    (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);
  const { prompt, ...rest } = input;
  const given: Partial<Wish> = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => !isEmpty(value)),
  );
  return { prompt, ...given };
}

export function createTaskTool(env: TaskEnv): Tool {
  const { t, log, children } = env;
  /** Sessions that a call is about to go on with. */
  const taken = new Set<SessionId>();

  function specOf(wish: Wish, callId: CallId): { spec: ChildSpec; note: string } {
    const { type, isFallback } = findAgentType(env.types, wish.subagent_type);
    const note = isFallback
      ? `${t("task.fallback", { type: toPromptLine(wish.subagent_type ?? ""), used: type.name })}\n\n`
      : "";
    const spec: ChildSpec = {
      callId,
      agentType: type.name,
      title: wish.description ?? wish.prompt.split("\n", 1)[0]?.slice(0, 80) ?? type.name,
      prompt: wish.prompt,
      settings: settingsOf(env, type, { tools: wish.allowed_tools, model: wish.model }),
      ...(wish.resume === undefined ? {} : { resume: wish.resume }),
    };
    return { spec, note };
  }

  /** The task that is to go on; two prompts at once would be two runs of one session. */
  function findEnded(id: string): ChildView {
    const child = children.find(id);
    if (!child) throw new ToolFailure(t("task.unknown", { id: toPromptLine(id) }));
    if (child.endedAt === undefined || taken.has(child.childId))
      throw new ToolFailure(t("task.busy", { id: child.taskId }));
    return child;
  }

  /** A place of its own, where its kind asks for one; that of an earlier one is the one it had. */
  async function isolate(agentType: string, earlier: SessionId | undefined): Promise<Worktree | undefined> {
    const { folder } = log.view;
    const { type } = findAgentType(env.types, agentType);
    const own = earlier && (await children.folderOf(earlier));
    if (own === undefined ? type.isolation !== "worktree" : own === folder) return undefined;
    const place = await (own === undefined ? addWorktree(folder, type.name) : openWorktree(folder, own));
    if (!place) throw new ToolFailure(t("task.noWorktree", { type: agentType }));
    return place;
  }

  async function start(wish: Wish, callId: CallId, earlier: SessionId | undefined, signal: AbortSignal) {
    const { spec, note } = specOf(wish, callId);
    const place = await isolate(spec.agentType, earlier);
    if (place) spec.folder = place.path;
    const where = (): string => (place ? `\n\n${t("task.worktree", { ...place })}` : "");
    if (wish.run_in_background === true) {
      const known = log.view.calls[callId]?.childId;
      const taskId = known ? log.view.children[known]?.taskId : (await children.start(spec)).taskId;
      return textResult(note + t("task.started", { id: taskId ?? "" }) + where(), { taskId });
    }
    const result = await children.run(spec, signal);
    const isGone = place !== undefined && (await removeUnused(place));
    const details = { taskId: result.taskId, status: result.status };
    return textResult(note + wordResult(result, t) + (isGone ? "" : where()), details);
  }

  return defineTool({
    name: "Task",
    description: t("task.description"),
    input: taskSchema(t),
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
    async run(input, context) {
      if (env.isChild) throw new ToolFailure(t("task.nested"));
      const wish = withoutEmpty(input);
      const bad = findBadTool(wish.allowed_tools ?? []);
      if (bad !== undefined) throw new ToolFailure(t("task.badTool", { tool: toPromptLine(bad) }));
      const known = log.view.calls[context.callId]?.childId;
      const resumed = known === undefined && wish.resume !== undefined ? findEnded(wish.resume) : undefined;
      if (resumed) taken.add(resumed.childId);
      try {
        return await start(wish, context.callId, known ?? resumed?.childId, context.signal);
      } finally {
        if (resumed) taken.delete(resumed.childId);
      }
    },
  });
}
