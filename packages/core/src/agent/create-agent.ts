import {
  createTranslate,
  noUsage,
  type CallView,
  type LiveDraft,
  type Limits,
  type Mode,
  type SessionEvent,
  type SessionView,
} from "../protocol/index.ts";
import { joinRules, parseRules } from "../permission/rules.ts";
import { callOfOutputPath } from "../tool/bound.ts";
import { createMemoryTool } from "../tool/builtin/memory.ts";
import { planModeTools } from "../tool/builtin/plan-mode.ts";
import type { ExecuteEnv } from "../tool/execute-env.ts";
import type { Restriction } from "../tool/restriction.ts";
import { createAskInCall } from "./ask-in-call.ts";
import { createChildren } from "./children.ts";
import { readResult } from "./clear-results.ts";
import { isOffered } from "./context-request.ts";
import { createSessionInstructions, memoryPlace } from "./instructions/session-instructions.ts";
import { createSessionHooks } from "./hooks/session-hooks.ts";
import type { LoopEnv } from "./loop.ts";
import { createTokenMeter } from "./measure-text.ts";
import { createOfferedTools } from "./offered-tools.ts";
import type { ParentRun, RunParts, RunSessionOptions } from "./run-parts.ts";
import type { SessionLog } from "./session-log.ts";
import { createSampler } from "./sample-model.ts";
import { newestPrompt } from "./settle-calls.ts";
import { skillRestrictions, skillRules, wantedBy } from "./skills/active-skills.ts";
import { createSessionSkills } from "./skills/session-skills.ts";
import { createSkillTool, type SkillToolEnv } from "./skills/skill-tool.ts";
import { createTaskOutputTool } from "./tasks/task-output-tool.ts";
import { createTaskTool } from "./tasks/task-tool.ts";

export interface AgentOptions {
  options: RunSessionOptions;
  parts: RunParts;
  log: SessionLog;
  limits(): Limits;
  signal: AbortSignal;
  runSession(options: RunSessionOptions): Promise<{ view: SessionView }>;
}

const defaultChildIterations = 10;

/** From the strictest to the widest. */
const modeOrder: readonly Mode[] = ["plan", "dontAsk", "default", "acceptEdits", "unrestricted"];

/** A sub-agent may be held tighter than its parent, never looser. */
function narrowMode(parent: Mode, own: Mode | undefined): Mode {
  const place = Math.min(modeOrder.indexOf(parent), modeOrder.indexOf(own ?? parent));
  return modeOrder[place] ?? "plan";
}

/** The smaller of what the settings and the skill allow and, in a sub-agent, of what its parent has left. */
export function limitsOf(parts: RunParts, view: SessionView, parent: ParentRun | undefined): Limits {
  const own = Object.values(view.skills).find((skill) => skill.own);
  const limits = parts.limits(view);
  const flagged = view.settings.limits?.iterations;
  const bySkill = own?.terms.maxIterations;
  const iterations = flagged ?? (bySkill === undefined ? undefined : Math.min(bySkill, 1_000));
  if (!parent) return iterations === undefined ? limits : { ...limits, iterations };
  const wished = iterations ?? view.settings.agent?.iterations ?? defaultChildIterations;
  const rest = parent.rest();
  return { ...rest, iterations: Math.min(wished, rest.iterations ?? wished) };
}

function restOf(limits: Limits, view: SessionView): Limits {
  const { iterations = 0, usage = noUsage } = view.run ?? {};
  const left = (limit: number | undefined, used: number): number | undefined =>
    limit === undefined ? undefined : Math.max(limit - used, Number.MIN_VALUE);
  const rest = {
    iterations: limits.iterations === undefined ? undefined : Math.max(1, limits.iterations - iterations),
    tokens: left(limits.tokens, usage.input + usage.output),
    cost: left(limits.cost, usage.cost ?? 0),
  };
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

function createExecuteEnv(
  { options, parts, log }: AgentOptions,
  changes: ReadonlyMap<string, string>,
): ExecuteEnv {
  const { view } = log;
  const { parent } = options;
  const { ruleOptions } = parts;
  const { agent } = view.settings;
  // What a sub-agent is held to by its kind holds whoever runs it.
  const allowed = agent ? agent.tools : parts.primary?.allowedTools;
  const ofAgent: Restriction[] = allowed
    ? [{ skill: "", rules: parseRules({ allow: allowed }, { source: "environment", ...ruleOptions }).allow }]
    : [];
  return {
    sessionId: view.sessionId,
    registry: parts.registry,
    workspace: parts.workspace,
    mode: () => narrowMode(parent ? parent.execute.mode() : view.settings.mode, agent?.mode),
    rules: () =>
      joinRules(
        parent ? parent.execute.rules() : parts.rules,
        parseRules(view.settings.rules, { source: "flag", ...ruleOptions }),
        parseRules({ allow: view.grants }, { source: "session", ...ruleOptions }),
        parseRules({ deny: agent?.disallowedTools ?? [] }, { source: "environment", ...ruleOptions }),
        ...skillRules(view, ruleOptions),
      ),
    restrictions: () => [
      ...(parent?.execute.restrictions?.() ?? []),
      ...ofAgent,
      ...skillRestrictions(view, ruleOptions),
    ],
    wanted: (request) => wantedBy(view, request, ruleOptions, changes),
    t: createTranslate(view.settings.language ?? parts.language),
    memory: new Map(Object.entries(view.memory)),
    session: () => view,
    sandbox: parts.sandbox,
    shells: parts.shells.forSession(view.sessionId, () => view.shells),
    append: (events, appendOptions) => log.append(events, appendOptions),
    emit: (event: LiveDraft) => log.emit(event),
    putBlob: (bytes) => log.putBlob(bytes),
    getText: (blob) => log.getText(blob),
    ...(parts.sealing ? { sealing: parts.sealing } : {}),
    readStored: async (path) => {
      const call = view.calls[callOfOutputPath(path) as CallView["callId"]];
      return call ? readResult(call, log) : parts.sealing?.read(path);
    },
  };
}

type Agent = Pick<
  LoopEnv,
  | "log"
  | "model"
  | "execute"
  | "signal"
  | "tools"
  | "skills"
  | "instructions"
  | "children"
  | "prompt"
  | "prompted"
  | "meter"
  | "hooks"
>;

/** One agent of a run: its gate, its tools, its skills and its sub-agents. */
export function createAgent(agentOptions: AgentOptions): Agent {
  const { options, parts, log, limits, signal } = agentOptions;
  const { view } = log;
  const { servers } = parts;
  const changes = new Map<string, string>();
  const execute = createExecuteEnv(agentOptions, changes);
  const hooks =
    parts.hooks &&
    createSessionHooks({
      source: parts.hooks,
      log,
      signal,
      execute: () => execute,
      ...(options.parent?.hooks ? { parent: options.parent.hooks } : {}),
    });
  if (hooks) execute.hooks = hooks;
  const model = (name?: string) => parts.model(view, name);
  execute.ask = createAskInCall({ log, signal });
  execute.sample = createSampler({
    log,
    model,
    limits,
    retry: parts.retry,
    agent: view.agent ?? "main",
    t: execute.t,
  });
  const prompted = options.parent?.prompted ?? (() => newestPrompt(view));
  const children = createChildren({
    store: options.store,
    log,
    signal,
    agent: view.agent ?? "main",
    language: view.settings.language ?? parts.language,
    work: async (sessionId, childSignal) => {
      const outcome = await agentOptions.runSession({
        store: options.store,
        owner: options.owner,
        leaseMs: options.leaseMs,
        sessionId,
        signal: childSignal,
        parts: async (child) =>
          child.folder === view.folder ? parts : { ...parts, ...(await parts.placesOf(child)) },
        parent: {
          execute,
          rest: () => restOf(limits(), view),
          prompted,
          ...(hooks ? { hooks } : {}),
        },
        ...(options.onEvent ? { onEvent: ofParent(options.onEvent, view) } : {}),
      });
      return outcome.view;
    },
  });
  const skillEnv: Omit<SkillToolEnv, "state"> = {
    log,
    execute: () => execute,
    source: parts.skills,
    children,
    types: parts.agentTypes,
    changes,
    isChild: view.parentSessionId !== undefined,
  };
  const skills = createSessionSkills({
    ...skillEnv,
    signal,
    contextTokens: async () => (await model()).limits.context,
    offers: (name) => view.settings.tools !== false && isOffered(execute, execute.rules(), name),
    // What a sub-agent is told to do was written by a model, not by a person.
    ...(servers && !skillEnv.isChild
      ? { prompt: (name, words) => servers.prompt(view, name, words, signal) }
      : {}),
  });
  const instructions = createSessionInstructions({
    ...parts.instructions,
    log,
    language: parts.language,
    contextTokens: async () => (await model()).limits.context,
  });
  const taskEnv = { log, children, types: parts.agentTypes, isChild: skillEnv.isChild, t: execute.t };
  const ownTools = [
    createSkillTool({ ...skillEnv, state: skills.state }),
    createMemoryTool({
      store: parts.instructions.memory,
      t: execute.t,
      place: (scope) => memoryPlace(view, scope),
      isFixed: view.settings.agent?.memory !== undefined,
      mode: execute.mode,
      seen: (path) => view.instructions?.sources.find((source) => source.path === path)?.digest,
    }),
    createTaskTool(taskEnv),
    createTaskOutputTool(taskEnv),
  ];
  const registry = parts.registry.extend(ownTools, servers?.source(view));
  execute.registry = parts.wrapTools?.(registry, view) ?? registry;
  const { agent, tools } = view.settings;
  const prompt = agent ? agent.prompt : parts.primary?.prompt;
  const offered = createOfferedTools(execute.registry, log.getText);
  return {
    log,
    model,
    execute,
    signal,
    skills,
    instructions,
    children,
    meter: createTokenMeter(),
    ...(hooks ? { hooks } : {}),
    ...(prompt === undefined ? {} : { prompt }),
    ...(options.parent ? { prompted } : {}),
    tools: async (session) =>
      tools === false
        ? []
        : (await offered(session)).filter(({ name }) => !skillEnv.isChild || !planModeTools.includes(name)),
  };
}

/** Events of a sub-agent say whose it is. */
function ofParent(onEvent: (event: SessionEvent) => void, view: SessionView) {
  return (event: SessionEvent): void =>
    onEvent(event.parentSessionId ? event : { ...event, parentSessionId: view.sessionId });
}
